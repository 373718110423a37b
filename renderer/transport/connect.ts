// Opens the connection to the host: a MessagePort that Electron's main process hands over, or a WebSocket on loopback.
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { Connect } from './desk-link.ts';

/** The preload script posts this to the window, with the port. */
export const PORT_MESSAGE = 'heddle.desk-port';
/** The window posts this when it is ready for a port, and again when a port has died. */
export const PORT_WANTED_MESSAGE = 'heddle.desk-port-wanted';

/** Marked by the preload script. */
declare global {
  interface Window {
    readonly heddleShell?: 'electron';
  }
}

/** The right way for the shell that this window runs in. */
export function connectOfShell(): Connect {
  return window.heddleShell === 'electron' ? connectByPort : connectBySocket;
}

const connectByPort: Connect = async () => {
  const port = await new Promise<MessagePort>((resolve) => {
    const onMessage = (event: MessageEvent): void => {
      const [offered] = event.ports;
      if (event.source !== window || event.data !== PORT_MESSAGE || offered === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(offered);
    };
    window.addEventListener('message', onMessage);
    window.postMessage(PORT_WANTED_MESSAGE, '*');
  });
  port.start();
  return {
    link: new PortLink({ port }),
    closed: new Promise((resolve) => {
      port.addEventListener('close', () => resolve());
    }),
  };
};

const connectBySocket: Connect = async () => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const websocket = new WebSocket(`${scheme}//${location.host}/desk`);
  const closed = new Promise<void>((resolve) => {
    websocket.addEventListener('close', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    websocket.addEventListener('open', () => resolve());
    websocket.addEventListener('close', () => reject(new Error('The host refused the connection.')));
  });
  return { link: new SocketLink({ websocket }), closed };
};
