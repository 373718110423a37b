// The page of the shell's tests: asks for a port as the renderer does, and keeps what it hears.
window.stage = { ports: [], heard: [], toWindow: [], closedPorts: 0 };

window.addEventListener('message', (event) => {
  if (event.source !== window) return;
  if (typeof event.data === 'object') window.stage.toWindow.push(event.data);
  const [port] = event.ports;
  if (event.data !== 'heddle.desk-port' || port === undefined) return;
  window.stage.ports.push(port);
  port.addEventListener('message', ({ data }) => window.stage.heard.push(data));
  port.addEventListener('close', () => {
    window.stage.closedPorts += 1;
    // As the renderer does: without a port it asks for another one.
    window.postMessage('heddle.desk-port-wanted', '*');
  });
  port.start();
});

window.postMessage('heddle.desk-port-wanted', '*');
