// How main keeps a host process running, and how it ends.
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ElectronModule } from './electron-module.ts';
import { HostConnection } from './host-connection.ts';
import type { MessageFromHost } from './host-messages.ts';

class ScriptedProcess extends EventEmitter {
  readonly messages: unknown[] = [];
  isKilled = false;

  postMessage(message: unknown, ports: readonly unknown[] = []): void {
    this.messages.push(ports.length === 0 ? message : [message, ...ports]);
  }

  kill(): boolean {
    this.isKilled = true;
    return true;
  }
}

class ScriptedWindow {
  readonly ports: unknown[] = [];
  isGone = false;

  isDestroyed(): boolean {
    return this.isGone;
  }

  postMessage(_channel: string, _message: unknown, ports: readonly unknown[]): void {
    this.ports.push(...ports);
  }
}

function createStage() {
  const processes: ScriptedProcess[] = [];
  const heard: MessageFromHost[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
  let channels = 0;
  let losses = 0;
  const electron = {
    utilityProcess: {
      fork: () => {
        const child = new ScriptedProcess();
        processes.push(child);
        return child;
      },
    },
    MessageChannelMain: class {
      readonly port1 = `host ${(channels += 1)}`;
      readonly port2 = `window ${channels}`;
    },
  } as unknown as ElectronModule;
  const connection = new HostConnection(electron, {
    modulePath: 'host-process.ts',
    args: [],
    timing: {
      after: (delayMs, run) => {
        const timer = { delayMs, run };
        timers.push(timer);
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
        };
      },
    },
    onMessage: (message) => heard.push(message),
    onLost: () => {
      losses += 1;
    },
  });
  return {
    connection,
    processes,
    heard,
    timers,
    losses: () => losses,
    last: () => {
      const process = processes.at(-1);
      if (process === undefined) throw new Error('no process was started');
      return process;
    },
    connect: (window: ScriptedWindow) => connection.connect(window as never),
    /** Lets the only timer that is set run out. */
    elapse: () => {
      const [timer] = timers.splice(0);
      timer?.run();
      return timer?.delayMs;
    },
  };
}

describe('host process', () => {
  it('hands one end of a new channel to the host and the other to the window, for each wish', () => {
    const { connection, last, connect } = createStage();
    const window = new ScriptedWindow();
    connection.start();
    connect(window);
    connect(window);
    expect(last().messages).toEqual([
      [{ type: 'window' }, 'host 1'],
      [{ type: 'window' }, 'host 2'],
    ]);
    expect(window.ports).toEqual(['window 1', 'window 2']);
  });

  it('is started again after an end, and then serves the windows that have waited', () => {
    const { connection, processes, last, connect, elapse } = createStage();
    const window = new ScriptedWindow();
    const closed = new ScriptedWindow();
    connection.start();
    last().emit('exit', 1);
    connect(window);
    connect(closed);
    closed.isGone = true;
    expect(window.ports).toEqual([]);
    expect(elapse()).toBe(250);
    expect(processes).toHaveLength(2);
    expect(last().messages).toEqual([[{ type: 'window' }, 'host 1']]);
    expect(window.ports).toEqual(['window 1']);
    expect(closed.ports).toEqual([]);
  });

  it('stays down after five ends in a row, with longer pauses in between', () => {
    const { connection, processes, last, elapse, losses } = createStage();
    connection.start();
    const pauses: unknown[] = [];
    for (let end = 0; end < 5; end += 1) {
      last().emit('exit', 1);
      pauses.push(elapse());
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(losses()).toBe(0);
    last().emit('exit', 1);
    expect(losses()).toBe(1);
    expect(processes).toHaveLength(6);
  });

  it('counts from the beginning after it has run for a while', () => {
    const { connection, last, elapse } = createStage();
    connection.start();
    last().emit('exit', 1);
    elapse();
    expect(elapse()).toBe(60_000);
    last().emit('exit', 1);
    expect(elapse()).toBe(250);
  });

  it('is not started again when it has said that it cannot run', () => {
    const { connection, processes, heard, last, timers } = createStage();
    connection.start();
    const refused = { type: 'refused', reason: 'running-already', detail: '' };
    last().emit('message', refused);
    last().emit('exit', 2);
    expect(heard).toEqual([refused]);
    expect(last().isKilled).toBe(true);
    expect(timers).toEqual([]);
    expect(processes).toHaveLength(1);
  });

  it('hears nothing of a process that is over', () => {
    const { connection, processes, heard, last, elapse } = createStage();
    connection.start();
    last().emit('exit', 1);
    elapse();
    processes[0]?.emit('message', { type: 'ready' });
    expect(heard).toEqual([]);
  });

  it('is asked to stop, once, and waited for', async () => {
    const { connection, processes, last, timers } = createStage();
    connection.start();
    const stopped = Promise.all([connection.stop(), connection.stop()]);
    expect(last().messages).toEqual([{ type: 'stop' }]);
    expect(last().isKilled).toBe(false);
    last().emit('message', { type: 'stopped' });
    expect(last().isKilled).toBe(true);
    last().emit('exit', 0);
    await stopped;
    expect(timers).toEqual([]);
    expect(processes).toHaveLength(1);
  });

  it('is ended when it does not stop', async () => {
    const { connection, last, elapse } = createStage();
    connection.start();
    const stopped = connection.stop();
    expect(elapse()).toBe(10_000);
    await stopped;
    expect(last().isKilled).toBe(true);
  });

  it('has nothing to stop while it is down, and does not come back', async () => {
    const { connection, processes, last, timers } = createStage();
    connection.start();
    last().emit('exit', 1);
    await connection.stop();
    expect(timers).toEqual([]);
    expect(processes).toHaveLength(1);
  });
});
