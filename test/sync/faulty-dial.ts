// A way to the server on which messages get lost, come twice, overtake each other, and connections end at any moment. It
// never changes a message: TLS would not let that pass.
import type { ClientSocket, Dial, SocketListener } from '../../core/sync/sync-ports.ts';
import type { Random } from '../harness/random.ts';

/** Chances, each in percent of the messages. */
export interface Faults {
  /** Of Events. */
  readonly lose: number;
  readonly twice: number;
  readonly late: number;
  /** Of Commands. */
  readonly loseCommand: number;
  readonly commandTwice: number;
  /** Of everything, both ways: the connection ends there. */
  readonly cut: number;
}

export const NO_FAULTS: Faults = { lose: 0, twice: 0, late: 0, loseCommand: 0, commandTwice: 0, cut: 0 };

const EVENT = Buffer.from('{"event":');
const COMMAND = '{"command":';
const ABNORMAL = 1006;

/** Wraps a dial; `faults` says what goes wrong now. */
export function createFaultyDial(dial: Dial, random: Random, faults: () => Faults): Dial {
  const happens = (percent: number) => random.below(1_000) < percent * 10;
  return (listener) => {
    const held: Buffer[] = [];
    let socket: ClientSocket | undefined;
    let isOver = false;
    const close = (code: number, reason: string) => {
      if (isOver) return;
      isOver = true;
      listener.closed(code, reason);
    };
    const cut = () => {
      socket?.terminate();
      // Not from within the client's own call: a broken connection is found out later.
      setImmediate(() => close(ABNORMAL, ''));
    };
    const deliver = (bytes: Buffer) => {
      if (!isOver) listener.message(bytes, false);
    };
    const inner: SocketListener = {
      connected: () => listener.connected(),
      closed: close,
      message: (message, isBinary) => {
        if (isOver) return;
        const bytes = Buffer.from(message);
        const { lose, twice, late, cut: cutting } = faults();
        if (happens(cutting)) {
          cut();
          return;
        }
        if (isBinary || !bytes.subarray(0, EVENT.length).equals(EVENT)) {
          listener.message(message, isBinary);
          return;
        }
        if (happens(lose)) return;
        if (happens(late)) {
          // Comes after others, of its own Group too.
          held.push(bytes);
          setTimeout(() => {
            const next = held.shift();
            if (next !== undefined) deliver(next);
          }, random.below(8));
          return;
        }
        deliver(bytes);
        if (happens(twice)) deliver(Buffer.from(bytes));
      },
    };
    socket = dial(inner);
    const real = socket;
    return {
      send: (text) => {
        const { loseCommand, commandTwice, cut: cutting } = faults();
        if (text.startsWith(COMMAND)) {
          if (happens(loseCommand)) return;
          if (happens(commandTwice)) real.send(text);
        }
        real.send(text);
        if (happens(cutting)) cut();
      },
      pauseReading: () => real.pauseReading(),
      resumeReading: () => real.resumeReading(),
      close: (code, reason) => {
        isOver = true;
        real.close(code, reason);
      },
      terminate: () => {
        isOver = true;
        real.terminate();
      },
    };
  };
}
