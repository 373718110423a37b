// Texts about a takeover that the rules of planning do not have. A language that forgets one does not compile.
import type { Language } from '../../../contract/values.ts';

export interface TakeoverWords {
  readonly log: {
    readonly complete: (head: number) => string;
    readonly partly: (from: number, head: number) => string;
    readonly gap: (from: number, to: number) => string;
    readonly snapshot: string;
    readonly failed: string;
  };
  readonly draftDeadline: (at: string) => string;
  readonly draft: string;
  readonly secondDevice: {
    readonly live: (agent: string, epoch: string, seen: string) => string;
    readonly idle: (agent: string) => string;
    readonly ends: (leases: number, items: number) => string;
  };
}

const EN: TakeoverWords = {
  log: {
    complete: (head) => `All ${head} Events are here.`,
    partly: (from, head) => `Events ${from}–${head} are here; what came before is not visible.`,
    gap: (from, to) => `Events ${from}–${to} are missing.`,
    snapshot: 'The log begins before what the Authority still sends: a snapshot is needed.',
    failed: 'An Event of the log could not be verified.',
  },
  draftDeadline: (at) => `Deadline: ${at}`,
  draft: 'draft',
  secondDevice: {
    live: (agent, epoch, seen) => `${agent} is live elsewhere (session ${epoch}, heard at ${seen}).`,
    idle: (agent) => `${agent} is not connected here.`,
    ends: (leases, items) =>
      leases === 0
        ? 'Connecting here ends that session. It executes nothing at the moment.'
        : `Connecting here ends that session, revokes ${leases === 1 ? '1 Execution Lease' : `${leases} Execution Leases`} and puts ${items === 1 ? '1 item' : `${items} items`} back to queued.`,
  },
};

const DE: TakeoverWords = {
  log: {
    complete: (head) => `Alle ${head} Events sind hier.`,
    partly: (from, head) => `Die Events ${from}–${head} sind hier; was davor war, ist nicht zu sehen.`,
    gap: (from, to) => `Die Events ${from}–${to} fehlen.`,
    snapshot: 'Das Log beginnt vor dem, was die Authority noch sendet: Ein Snapshot ist nötig.',
    failed: 'Ein Event des Logs war nicht zu verifizieren.',
  },
  draftDeadline: (at) => `Frist: ${at}`,
  draft: 'Entwurf',
  secondDevice: {
    live: (agent, epoch, seen) => `${agent} läuft anderswo (Session ${epoch}, gehört um ${seen}).`,
    idle: (agent) => `${agent} ist hier nicht verbunden.`,
    ends: (leases, items) =>
      leases === 0
        ? 'Hier zu verbinden beendet diese Session. Sie führt gerade nichts aus.'
        : `Hier zu verbinden beendet diese Session, widerruft ${leases === 1 ? '1 Execution Lease' : `${leases} Execution Leases`} und stellt ${items === 1 ? '1 Item' : `${items} Items`} zurück in die Warteschlange.`,
  },
};

const WORDS: { readonly [Each in Language]: TakeoverWords } = { en: EN, de: DE };

export function takeoverWords(language: Language): TakeoverWords {
  return WORDS[language];
}
