// ACK: tells the Authority up to where Events were processed durably, some together (DEL-004, WS-051).
import { PROTOCOL_VERSION } from '../protocol/frame.ts';
import { formatTimestamp } from '../protocol/timestamp.ts';
import type { AckFrame } from '../protocol/generated/documents.ts';
import type { SyncSettings } from './settings.ts';
import { type FaultHook, runSafely, type SyncClock } from './sync-ports.ts';

export interface AcknowledgerOptions {
  readonly clock: Pick<SyncClock, 'after'>;
  readonly settings: Pick<SyncSettings, 'ackMs' | 'groupsPerFrame'>;
  readonly newId: (kind: string) => string;
  readonly nowMs: () => number;
  readonly send: (frame: AckFrame) => boolean;
  readonly onFault: FaultHook;
}

export class Acknowledger {
  private readonly options: AcknowledgerOptions;
  private readonly due = new Map<string, number>();
  private cancel: (() => void) | undefined;

  constructor(options: AcknowledgerOptions) {
    this.options = options;
  }

  /** Everything of a Group up to a sequence is durable. */
  note(groupId: string, sequence: number): void {
    this.due.set(groupId, sequence);
    const { clock, settings, onFault } = this.options;
    this.cancel ??= clock.after(settings.ackMs, () => {
      this.cancel = undefined;
      runSafely(() => this.flush(), onFault);
    });
  }

  /** A new Session starts with what the server knows; a Cursor of another one need not be said again. */
  clear(): void {
    this.due.clear();
    this.cancel?.();
    this.cancel = undefined;
  }

  flush(): void {
    const { settings, newId, nowMs, send } = this.options;
    const all = [...this.due].map(([groupId, sequence]) => ({ groupId, sequence }));
    this.due.clear();
    for (let at = 0; at < all.length; at += settings.groupsPerFrame) {
      send({
        protocolVersion: PROTOCOL_VERSION,
        frameId: newId('frame'),
        frameType: 'ACK',
        acknowledgements: all.slice(at, at + settings.groupsPerFrame),
        sentAt: formatTimestamp(nowMs()),
      });
    }
  }
}
