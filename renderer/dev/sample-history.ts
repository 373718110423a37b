// A sample history of 1,482 Events: planning, offers, work, a Coordinator who is replaced, a snapshot, a redaction.
import type { EventRow, RefusedCommand } from '../../core/contract/history.ts';
import type { Person } from '../../core/contract/values.ts';
import {
  ADA,
  ANALYST,
  ASSISTANT,
  CODER,
  ITEM_TITLES,
  item,
  MINUTE,
  type SampleContext,
  SEC_1,
  WRITER,
} from './sample-world.ts';

export const SAMPLE_HEAD = 1_482;
const EPOCH_AT = 1_402;
const SNAPSHOT_AT = 1_250;
const REDACTED_AT = 1_431;
const REDACTION_AT = 1_436;

interface Step {
  readonly kind: string;
  readonly name: readonly [en: string, de: string];
  readonly actor: Person;
  readonly item?: string;
  readonly sentence: (title: string) => readonly [en: string, de: string];
  readonly cause?: string;
}

const STEPS: readonly Step[] = [
  {
    kind: 'work.progressed',
    name: ['Progress', 'Fortschritt'],
    actor: CODER,
    item: 'service',
    sentence: (title) => [
      `coder-1 reports progress on “${title}”: session rotation.`,
      `coder-1 meldet Fortschritt bei „${title}“: Wechsel der Sessions.`,
    ],
  },
  {
    kind: 'work.offer.accepted',
    name: ['Offer accepted', 'Angebot angenommen'],
    actor: SEC_1,
    item: 'threats',
    sentence: (title) => [
      `sec-1 accepts “${title}” and owns it from epoch 1 on.`,
      `sec-1 nimmt „${title}“ an und besitzt es ab Epoche 1.`,
    ],
  },
  {
    kind: 'message.posted',
    name: ['Message', 'Nachricht'],
    actor: ADA,
    sentence: () => [
      'Mission owner: Please keep the token out of the logs.',
      'Mission owner: Bitte haltet das Token aus den Protokollen heraus.',
    ],
  },
  {
    kind: 'work.submitted',
    name: ['Result submitted', 'Ergebnis vorgelegt'],
    actor: ANALYST,
    item: 'requirements',
    sentence: (title) => [
      `analyst submits 2 Artifacts for “${title}”.`,
      `analyst legt 2 Artifacts für „${title}“ vor.`,
    ],
  },
  {
    kind: 'ext.missionweaveprotocol.core.resource_usage_recorded',
    name: ['Usage recorded', 'Verbrauch verbucht'],
    actor: CODER,
    item: 'service',
    sentence: (title) => [
      `Usage is recorded for “${title}” (epoch 2).`,
      `Für „${title}“ wird Verbrauch verbucht (Epoche 2).`,
    ],
    cause: 'event',
  },
  {
    kind: 'work.checkpointed',
    name: ['Checkpoint', 'Zwischenstand'],
    actor: WRITER,
    item: 'docs',
    sentence: (title) => [
      `writer saves a checkpoint of “${title}”: outline.`,
      `writer hält einen Zwischenstand von „${title}“ fest: Gliederung.`,
    ],
  },
];

const MARKED: Readonly<
  Record<number, Pick<EventRow, 'kind' | 'actor' | 'mark'> & { readonly texts: readonly string[] }>
> = {
  [EPOCH_AT]: {
    kind: 'mission.coordinator.assigned',
    actor: ADA,
    mark: { type: 'coordinator-epoch', epoch: 2, fenced: 'old-coord' },
    texts: [
      'Coordinator assigned',
      'Coordinator bestimmt',
      'Mission owner makes Assistant the Coordinator: Coordinator epoch 2 begins.',
      'Mission owner macht Assistant zum Coordinator: Coordinator-Epoche 2 beginnt.',
    ],
  },
  [SNAPSHOT_AT]: {
    kind: 'group.snapshot.created',
    actor: { type: 'service', id: 'urn:acme:service:authority', name: 'acme.example' },
    mark: { type: 'snapshot', throughSequence: SNAPSHOT_AT - 1 },
    texts: [
      'Snapshot created',
      'Snapshot angelegt',
      `acme.example takes a snapshot of the state through #${SNAPSHOT_AT - 1}.`,
      `acme.example hält den Stand bis #${SNAPSHOT_AT - 1} als Snapshot fest.`,
    ],
  },
  [REDACTION_AT]: {
    kind: 'message.redacted',
    actor: ASSISTANT,
    mark: undefined,
    texts: [
      'Message redacted',
      'Nachricht geschwärzt',
      'Assistant has a Message redacted: it held a customer’s address.',
      'Assistant lässt eine Nachricht schwärzen: Sie enthielt die Adresse eines Kunden.',
    ],
  },
};

/** Ascending by sequence. */
export function sampleLog({ say, nowMs }: SampleContext): readonly EventRow[] {
  return Array.from({ length: SAMPLE_HEAD }, (_none, index): EventRow => {
    const sequence = index + 1;
    const base = {
      id: String(sequence),
      sort: String(SAMPLE_HEAD - sequence).padStart(6, '0'),
      eventId: `urn:acme:event:${sequence}`,
      sequence,
      occurredAtMs: nowMs - (SAMPLE_HEAD - sequence) * 3 * MINUTE,
      cause: {
        type: 'command',
        id: `urn:acme:action:01J8-${String(Math.floor(sequence / 2)).padStart(6, '0')}a91f`,
      },
    };
    const marked = MARKED[sequence];
    if (marked !== undefined) {
      const [nameEn = '', nameDe = '', en = '', de = ''] = marked.texts;
      return {
        ...base,
        kind: marked.kind,
        actor: marked.actor,
        words: say(nameEn, nameDe),
        sentence: say(en, de).text,
        ...(marked.mark === undefined ? {} : { mark: marked.mark }),
      };
    }
    const step =
      sequence === REDACTED_AT ? STEPS[2] : STEPS[(sequence * 7 + Math.floor(sequence / 5)) % STEPS.length];
    if (step === undefined) throw new Error('there is a step for every sequence');
    const title = step.item === undefined ? undefined : ITEM_TITLES[item(step.item)];
    const isGone = sequence === REDACTED_AT;
    return {
      ...base,
      ...(step.cause === 'event' ? { cause: { type: 'event', id: `urn:acme:event:${sequence - 1}` } } : {}),
      kind: step.kind,
      words: say(...step.name),
      actor: step.actor,
      ...(step.item === undefined ? {} : { workItemId: item(step.item) }),
      ...(title === undefined ? {} : { title }),
      ...(isGone ? { takenBackAt: REDACTION_AT } : { sentence: say(...step.sentence(title ?? '')).text }),
    };
  });
}

export function sampleRefused({ say, nowMs }: SampleContext): readonly RefusedCommand[] {
  return [
    {
      actionId: 'urn:acme:action:01J8-000739c2d0',
      afterSequence: SAMPLE_HEAD - 4,
      refusedAtMs: nowMs - 11 * MINUTE,
      words: say('Offer work', 'WorkItem anbieten'),
      code: 'REVISION_CONFLICT',
      codeWords: say('Changed in between', 'Zwischenzeitlich geändert'),
    },
  ];
}
