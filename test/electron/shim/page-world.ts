// What the shim puts into a page: in the main world a place for what the preload script exposes, in an isolated world the
// preload script itself with the few modules that a sandboxed one has. Runs in Chromium, not in Node.

/** The name of the isolated world, and of the binding that only it has. */
export const PRELOAD_WORLD = 'heddle-preload';
export const BINDING = '__heddleToMain';
export const RECEIVER = '__heddleFromMain';

/** From the page to main. */
export type PageMessage =
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'port'; readonly portId: number; readonly data: PortData }
  | { readonly kind: 'port-closed'; readonly portId: number };

/** From main to the page. */
export type MainMessage =
  | {
      readonly kind: 'send';
      readonly channel: string;
      readonly args: readonly unknown[];
      readonly portIds: readonly number[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'port'; readonly portId: number; readonly data: PortData }
  | { readonly kind: 'port-closed'; readonly portId: number };

/** What crosses as text: bytes in base64, everything else as JSON. */
export type PortData = { readonly json: string } | { readonly base64: string };

/** For the main world. It hears of nothing but what the preload script exposes. */
export const MAIN_WORLD_SCRIPT = `(() => {
  if (window !== window.top) return;
  const calls = new Map();
  let lastCall = 0;
  document.addEventListener('heddle-shim-expose', ({ detail }) => {
    const { key, value, functions } = JSON.parse(detail);
    if (functions === undefined) {
      Object.defineProperty(window, key, { value });
      return;
    }
    const api = {};
    for (const name of functions) {
      api[name] = (...args) => new Promise((resolve, reject) => {
        const id = (lastCall += 1);
        calls.set(id, { resolve, reject });
        document.dispatchEvent(new CustomEvent('heddle-shim-call', { detail: JSON.stringify({ key, name, id, args }) }));
      });
    }
    Object.defineProperty(window, key, { value: Object.freeze(api) });
  });
  document.addEventListener('heddle-shim-result', ({ detail }) => {
    const { id, value, fault } = JSON.parse(detail);
    const call = calls.get(id);
    calls.delete(id);
    if (fault === undefined) call?.resolve(value);
    else call?.reject(new Error(fault));
  });
})();`;

/** For the isolated world. */
export function preloadWorldScript(preload: string): string {
  return `(() => {
  if (window !== window.top) return;
  const toMain = (message) => ${BINDING}(JSON.stringify(message));
  const listeners = new Map();
  const answers = new Map();
  const ports = new Map();
  let lastId = 0;

  const encode = (data) => {
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined;
    return bytes === undefined ? { json: JSON.stringify(data) } : { base64: bytes.toBase64() };
  };
  const decode = (data) => ('json' in data ? JSON.parse(data.json) : Uint8Array.fromBase64(data.base64));

  const openPort = (portId) => {
    const { port1, port2 } = new MessageChannel();
    ports.set(portId, port1);
    port1.addEventListener('message', ({ data }) => toMain({ kind: 'port', portId, data: encode(data) }));
    port1.addEventListener('close', () => {
      if (ports.delete(portId)) toMain({ kind: 'port-closed', portId });
    });
    port1.start();
    return port2;
  };

  window.${RECEIVER} = (message) => {
    if (message.kind === 'send') {
      const event = { ports: message.portIds.map(openPort) };
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.args);
    } else if (message.kind === 'answer') {
      answers.get(message.id)?.(message.value);
      answers.delete(message.id);
    } else if (message.kind === 'port') {
      ports.get(message.portId)?.postMessage(decode(message.data));
    } else {
      const port = ports.get(message.portId);
      ports.delete(message.portId);
      port?.close();
    }
  };

  const ipcRenderer = {
    send: (channel, ...args) => toMain({ kind: 'send', channel, args }),
    invoke: (channel, ...args) => new Promise((resolve) => {
      const id = (lastId += 1);
      answers.set(id, resolve);
      toMain({ kind: 'invoke', id, channel, args });
    }),
    on: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  };

  const exposed = new Map();
  const contextBridge = {
    exposeInMainWorld: (key, value) => {
      const functions = typeof value === 'object' ? Object.keys(value) : undefined;
      exposed.set(key, value);
      document.dispatchEvent(new CustomEvent('heddle-shim-expose', { detail: JSON.stringify({ key, value, functions }) }));
    },
  };
  document.addEventListener('heddle-shim-call', async ({ detail }) => {
    const { key, name, id, args } = JSON.parse(detail);
    let result;
    try {
      result = { id, value: await exposed.get(key)[name](...args) };
    } catch (error) {
      result = { id, fault: String(error) };
    }
    document.dispatchEvent(new CustomEvent('heddle-shim-result', { detail: JSON.stringify(result) }));
  });

  const require = (name) => {
    if (name !== 'electron') throw new Error('A sandboxed preload script has no module ' + name);
    return { contextBridge, ipcRenderer };
  };
  (function (require) {
${preload}
  })(require);
})();`;
}
