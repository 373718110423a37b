// Sample conversations, people, history, Artifacts, briefs.
import type { BriefRunRow } from '../../core/contract/briefs.ts';
import type { ConversationRow, MessageDraftModel, MessageRow } from '../../core/contract/conversations.ts';
import type { EventRow } from '../../core/contract/history.ts';
import type { Person } from '../../core/contract/values.ts';
import {
  ACME,
  ADA,
  address,
  ANALYST,
  ASSISTANT,
  AUTH,
  CODER,
  DEPLOYER,
  HOUR,
  item,
  ITEM_TITLES,
  MINUTE,
  type SampleContext,
  SEC_1,
  SEC_2,
  WRITER,
} from './sample-world.ts';

export const GROUP_TALK = 'urn:acme:conversation:auth-group';

export function sampleConversations({ nowMs }: SampleContext): readonly ConversationRow[] {
  return [
    {
      id: GROUP_TALK,
      sort: '0',
      conversationId: GROUP_TALK,
      type: 'group',
      title: 'Sign-in for the customer portal',
      participants: [ADA, ASSISTANT, CODER, ANALYST, SEC_1, DEPLOYER],
      isRestricted: false,
      messageCount: 6,
      lastMessageAtMs: nowMs - 4 * MINUTE,
      openQuestions: 1,
    },
    {
      id: 'urn:acme:conversation:service',
      sort: '1',
      conversationId: 'urn:acme:conversation:service',
      type: 'work_item',
      title: ITEM_TITLES[item('service')] ?? '',
      workItemId: item('service'),
      participants: [ASSISTANT, CODER],
      isRestricted: false,
      messageCount: 12,
      lastMessageAtMs: nowMs - 22 * MINUTE,
      openQuestions: 0,
    },
    {
      id: 'urn:acme:conversation:review',
      sort: '2',
      conversationId: 'urn:acme:conversation:review',
      type: 'restricted',
      title: 'Findings of the security review',
      participants: [ASSISTANT, SEC_1, SEC_2],
      isRestricted: true,
      messageCount: 3,
      lastMessageAtMs: nowMs - 2 * HOUR,
      openQuestions: 0,
    },
  ];
}

export function sampleMessages({ say, nowMs }: SampleContext): readonly MessageRow[] {
  const message = (
    number: number,
    author: Person,
    minutesAgo: number,
    text: string,
    more: Partial<MessageRow> = {},
  ): MessageRow => ({
    id: `urn:acme:message:${number}`,
    sort: String(number).padStart(6, '0'),
    messageId: `urn:acme:message:${number}`,
    conversationId: GROUP_TALK,
    sequence: 1_400 + number,
    author,
    sentAtMs: nowMs - minutesAgo * MINUTE,
    content: [{ type: 'text', text }],
    state: 'posted',
    mentions: [],
    references: [],
    isAnnouncement: false,
    isMine: author.id === ADA.id || author.id === ASSISTANT.id,
    mentionsMe: false,
    ...more,
  });
  return [
    message(1, ASSISTANT, 190, 'The Context Package is at version 3. It covers the Events up to 1 320.', {
      isAnnouncement: true,
    }),
    message(
      2,
      SEC_1,
      182,
      'Should we plan passkeys as well? I have written a proposal with a rough contract.',
      {
        references: ['urn:acme:proposal:passkeys'],
      },
    ),
    message(
      3,
      CODER,
      64,
      'The sign-in endpoint is done. Next is the expiry of sessions; that takes about **90 minutes**.\n\n- tokens are rotated\n- clocks may differ by `30 s`',
    ),
    message(
      4,
      ANALYST,
      20,
      'Submitted the requirements. R-17 has no test yet: I could not find out who owns the audit log. Who does?',
      {
        mentions: [ADA],
        mentionsMe: true,
        references: [item('requirements')],
      },
    ),
    message(5, WRITER, 12, '', {
      state: 'redacted',
      content: [],
      stateWords: say(
        'removed by Mission owner: personal data',
        'entfernt von Mission owner: persönliche Daten',
      ),
    }),
    message(6, ADA, 4, 'The audit log belongs to platform operations. I will ask them for a contact.', {
      state: 'corrected',
      stateWords: say('corrected 2 minutes ago', 'vor 2 Minuten berichtigt'),
    }),
  ];
}

export function sampleMessageDrafts(context: SampleContext, messageId: string): readonly MessageDraftModel[] {
  const { say } = context;
  const message = sampleMessages(context).find((row) => row.messageId === messageId);
  if (message === undefined || message.content.length === 0) return [];
  const because = (id: string, verdict: 'met' | 'unmet' | 'unknown', en: string, de: string) => ({
    id,
    verdict,
    words: say(en, de),
    sources: [],
    more: 0,
  });
  const said = {
    ...because(
      'from-message',
      'met',
      `${message.author.name} has said it; the text is quoted, nothing in it was obeyed`,
      `${message.author.name} hat es gesagt; der Text ist zitiert, nichts darin wurde befolgt`,
    ),
    sources: [
      {
        type: 'event' as const,
        words: say(`Event #${message.sequence}`, `Event #${message.sequence}`),
        groupId: AUTH,
        sequence: message.sequence,
      },
    ],
  };
  const cause = { groupId: AUTH, causationId: `urn:acme:event:${message.sequence}` };
  const { text } = message.content[0] ?? {};
  const goal = typeof text === 'string' ? text : '';
  return [
    {
      kind: 'offer',
      words: say('Offer it to whoever wrote this', 'Dem anbieten, der das geschrieben hat'),
      workItemId: item('a11y'),
      intent: {
        kind: 'work.offer',
        ...cause,
        form: { workItemId: item('a11y'), candidates: [{ agentId: message.author.id }] },
      },
      reasons: [
        said,
        because(
          'author-fits',
          'met',
          `${message.author.name} has every capability that the contract asks for`,
          `${message.author.name} hat jede Fähigkeit, die der Vertrag verlangt`,
        ),
      ],
      questions: [],
    },
    {
      kind: 'new-work',
      words: say('Propose new work', 'Neue Arbeit vorschlagen'),
      intent: {
        kind: 'work.propose',
        ...cause,
        form: { contract: { contractVersion: 1, goal, businessImpact: goal } },
      },
      reasons: [
        said,
        because(
          'criterion-whole',
          'met',
          'it lists no points: its goal is the one acceptance criterion',
          'der Text zählt keine Punkte auf: Das Ziel ist das eine Abnahmekriterium',
        ),
        because(
          'budget-part',
          'met',
          'gets 25 % of what the Mission has free',
          'bekommt 25 % von dem, was die Mission frei hat',
        ),
      ],
      questions: [
        because(
          'capability-unknown',
          'unknown',
          'which of 7 capabilities does this need',
          'welche von 7 Fähigkeiten braucht das',
        ),
      ],
    },
  ];
}

export function sampleHistory({ say, nowMs }: SampleContext): readonly EventRow[] {
  const kinds = [
    [
      'work.progressed',
      'Implement the sign-in service: progress',
      'Implement the sign-in service: Fortschritt',
      CODER,
    ],
    ['work.offer.accepted', 'sec-1 accepts the offer', 'sec-1 nimmt das Angebot an', SEC_1],
    ['message.posted', 'Message in the Group', 'Message in der Group', ADA],
    ['work.submitted', 'analyst submits requirements.md', 'analyst legt requirements.md vor', ANALYST],
  ] as const;
  return Array.from({ length: 60 }, (_, index): EventRow => {
    const [kind, en, de, actor] = kinds[index % kinds.length] ?? kinds[0];
    const sequence = 1_482 - index;
    return {
      id: String(sequence),
      sort: String(1_000_000 - sequence),
      eventId: `urn:acme:event:${sequence}`,
      sequence,
      kind,
      words: say(en, de),
      actor,
      occurredAtMs: nowMs - index * 4 * MINUTE,
    };
  });
}

export function sampleBriefRuns({ say }: SampleContext): readonly BriefRunRow[] {
  return [
    {
      id: 'run-1',
      sort: '0',
      runId: 'run-1',
      connectionId: ACME,
      groupId: AUTH,
      title: 'Sign-in for the customer portal',
      pace: 'by-itself',
      phase: 'working',
      phaseWords: say('working', 'in Arbeit'),
      items: [
        {
          name: 'requirements',
          phase: 'submitted',
          words: say('submitted, waits for review', 'vorgelegt, wartet auf Prüfung'),
          object: address('workItem', item('requirements')),
          attempts: 1,
        },
        {
          name: 'service',
          phase: 'active',
          words: say('in work', 'in Arbeit'),
          worker: 'builder',
          activity: 'npm test',
          object: address('workItem', item('service')),
          attempts: 2,
        },
      ],
      questions: [
        {
          questionId: 'q1',
          kind: 'retry',
          words: say(
            '“Migrate existing accounts” has failed twice. How shall it go on?',
            '„Migrate existing accounts“ ist zweimal gescheitert. Wie soll es weitergehen?',
          ),
          choices: [
            { choice: 'retry', words: say('Try once more', 'Noch einmal versuchen'), needsText: false },
            {
              choice: 'advise',
              words: say('Try again with advice', 'Mit einem Hinweis noch einmal'),
              needsText: true,
            },
            { choice: 'give-up', words: say('Give it up', 'Aufgeben'), needsText: false },
          ],
        },
      ],
      workers: [
        {
          name: 'builder',
          agentId: 'urn:heddle:sample:builder',
          state: 'running',
          words: say('running', 'läuft'),
        },
      ],
      obstacles: [],
      isPaused: false,
    },
  ];
}
