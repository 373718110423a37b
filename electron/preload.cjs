// The only code between main and the window. It runs sandboxed and in a world of its own: the window gets a mark, one port to
// the host for each wish, a dialog for files, the file manager, and what main says. It cannot name a channel or a message of its
// own.
'use strict';
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('heddleShell', 'electron');
contextBridge.exposeInMainWorld('heddleDesktop', {
  chooseFile: (purpose) => ipcRenderer.invoke('heddle.choose-file', String(purpose)),
  showFile: (path) => ipcRenderer.invoke('heddle.show-file', String(path)),
});

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === 'heddle.desk-port-wanted') {
    ipcRenderer.send('heddle.desk-port-wanted');
  }
});

ipcRenderer.on('heddle.desk-port', (event) => {
  window.postMessage('heddle.desk-port', window.origin, [...event.ports]);
});

ipcRenderer.on('heddle.to-window', (_event, message) => {
  window.postMessage(message, window.origin);
});
