// What the demo says, in English.
import type { DemoWords } from './demo-words.ts';

export const ENGLISH_DEMO_WORDS: DemoWords = {
  connection: 'Demo',
  key: 'throw-away key of the demo',
  absent: 'The demo is not running.',
  starting: {
    founding: 'An Organization is being founded.',
    working: 'Workers are auditing the papers that come with the app.',
    talking: 'A few words are being said.',
    resuming: 'The demo is being taken up again.',
  },
  running: 'The demo is running: an Authority of its own on this computer, with throw-away keys.',
  stopping: 'The demo is ending.',
  failed: (detail) => `The demo could not start: ${detail}`,
  scenarios: {
    'offer-declined': {
      name: 'An offer is declined',
      description: 'Work is offered to the Records clerk, who does not take on what cannot be undone.',
    },
    'lease-expires': {
      name: 'An Execution Lease expires',
      description: 'The Night worker begins, and nothing is heard of it until its lease has ended.',
    },
    'disconnect-with-queue': {
      name: 'The connection breaks with work in the outbox',
      description:
        'The line to the Authority is cut. Three Commands wait; meanwhile somebody else acts, and one is refused.',
    },
    'stale-epoch': {
      name: 'A former owner comes back',
      description:
        'Work has passed on to somebody else when its first owner submits a result under an old epoch.',
    },
    'hash-mismatch': {
      name: 'Content does not have its hash',
      description: 'A result is submitted, and its content is damaged where the Authority keeps it.',
    },
    'child-failure': {
      name: 'A child Mission fails',
      description:
        'A WorkItem becomes a Mission of its own. Its Coordinator gives it up, and the WorkItem is blocked.',
    },
    'change-request': {
      name: 'The owner asks for changes',
      description:
        'The audit of the accounts is not approved: its owner wants something else, and says what.',
    },
    takeover: {
      name: 'You take a Mission over',
      description:
        'The Second coordinator falls silent. The owner appoints you, with what it has handed over.',
    },
  },
  progress: {
    'planning-work': () => 'Work is being planned and offered.',
    'waiting-for-answer': () => 'The Records clerk is looking at the offer.',
    declined: () => 'Declined. The reason is in the conversation of the WorkItem.',
    'working-silent': ({ seconds = '' }) =>
      `Work has begun, and its owner has fallen silent. The lease lasts ${seconds} s.`,
    'lease-over': () => 'The lease has ended. The WorkItem can be offered to somebody else.',
    cut: () => 'The line is cut.',
    queued: ({ count = '' }) => `${count} Commands wait in the outbox.`,
    'others-act': () => 'Meanwhile the Field worker takes the offer that one of them is about.',
    mended: () => 'The line is there again.',
    'queue-settled': ({ accepted = '', refused = '' }) =>
      `${accepted} accepted, ${refused} refused. Look at the outbox.`,
    'next-owner': () => 'The lease has ended, and the Relief worker has taken the work.',
    'late-return': () => 'The Field worker is back and submits what it has.',
    'late-refused': ({ code = '' }) =>
      `Refused: ${code}. What it had made is said in the conversation, and not counted.`,
    submitting: () => 'The Field worker submits a result.',
    damaging: () => 'One byte of its content is changed where it is kept.',
    differs: () => 'The content does not have its hash. It cannot be accepted.',
    'child-begins': () => 'A WorkItem has become a Mission of its own.',
    'child-failed': () => 'The child Mission has failed, and its WorkItem is blocked.',
    resubmitting: () => 'The Mission is submitted once more.',
    'changes-asked': () => 'Changes were requested. The Mission is active again.',
    'lead-begins': () => 'The Second coordinator leads a new Mission.',
    'lead-silent': ({ seconds = '' }) => `It has handed over and fallen silent. Its term lasts ${seconds} s.`,
    'taken-over': ({ epoch = '' }) => `You coordinate the Mission, with Coordinator Epoch ${epoch}.`,
    'went-wrong': ({ detail = '' }) => `It went wrong: ${detail}`,
  },
  hindrances: {
    'other-runs': 'Another scenario is being played.',
    'archive-over': 'The Mission about the archive is over. Reset the demo to play this again.',
    'accounts-over': 'The audit of the accounts is over. Reset the demo to play this again.',
    'accounts-open': 'Work of the audit is open. It has to be submitted before changes can be requested.',
    'not-online': 'The demo is not connected now.',
    'not-coordinator': 'You do not coordinate this Mission any more. Reset the demo to play this again.',
  },
};
