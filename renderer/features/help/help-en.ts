// The help in English: a page for each screen, and the words of the protocol.
import type { HelpBook } from './help-types.ts';

export const ENGLISH_HELP: HelpBook = {
  pages: {
    attention: {
      shows:
        'One row for each thing that needs somebody: what breaks soon, what needs your signature, and what only others or time can move. It is made from the accepted state, the clock and your outbox each time; nothing here is kept by hand.',
      can: [
        'Do the best action of a row; it opens the screen where that is done.',
        'Show a row beside the list, or open its object in full.',
        'Put a row off until a time, or until something about it changes.',
        'Mute one reason for one Mission, and bring all hidden rows back.',
      ],
      never: 'It never signs anything by itself, and never hides a row of “Now” beyond its end.',
      terms: ['mission', 'lease', 'offer', 'approval'],
    },
    missions: {
      shows:
        'All Missions that this computer takes part in, with their state, health, next moment and budget.',
      can: [
        'Open a Mission.',
        'Begin a new one; the draft stays until you sign it.',
        'Begin a follow-up of an approved one.',
      ],
      never: 'It never reopens an approved Mission: what comes after is a follow-up.',
      terms: ['mission', 'group', 'owner', 'coordinator'],
    },
    mission: {
      shows:
        'One Mission: its objective, what is done by which Evidence, its WorkItems by state, its budget in six dimensions, and what still stands before submission.',
      can: [
        'Submit it for approval when nothing is left.',
        'Add WorkItems, renew your term, or end the Mission.',
        'Go to its plan, history, budget and child Missions.',
      ],
      never: 'It never shows a percentage that somebody typed: progress follows from the log.',
      terms: ['mission', 'work-item', 'evidence', 'lease', 'budget'],
    },
    plan: {
      shows:
        'The WorkItems of a Mission and what waits for what: as a graph, along time, or as a table. All three have the same selection.',
      can: [
        'Walk along the edges with the arrows.',
        'Add WorkItems and dependencies; a cycle is refused at once.',
        'Filter and group; show any WorkItem beside the plan, or open it in full.',
        'Go back to any Event and see the plan as it was then; Escape leads back to now.',
      ],
      never: 'It never takes a forecast for a fact: what is not known is said to be unknown.',
      terms: ['work-item', 'proposal', 'child-mission'],
    },
    timeline: {
      shows:
        'The work of all Missions on one time axis: who holds what from when to when, what is estimated and how surely, and the moments that matter.',
      can: [
        'See it by WorkItem or by Agent, or as a table that says the same in words.',
        'Choose a part of time by a stroke over the axis, or a day or a week around now.',
        'Filter as on the plan, and keep what you look at as a view.',
      ],
      never:
        'It never draws an estimate like a fact: what somebody expects is dashed, and says how sure it is.',
      terms: ['mission', 'work-item', 'lease', 'worker'],
    },
    work: {
      shows:
        'One WorkItem: its contract, offers, owner with epoch and leases, Checkpoints, Evidence, talk and budget.',
      can: [
        'Do what its state allows; whatever is not possible says why.',
        'Unblock it with what the Worker needs.',
        'See each epoch of ownership, and what came too late to count.',
      ],
      never: 'It never lets a Message change the state of the work.',
      terms: ['work-item', 'contract', 'epoch', 'lease', 'checkpoint', 'evidence'],
    },
    review: {
      shows:
        'A submitted result beside what the contract asks for: a row for each criterion, a column for each kind of Evidence, and whether each Artifact is what its hash says.',
      can: [
        'Accept the result, with your Evidence.',
        'Ask a reviewer, or add a review by a human.',
        'Send it back: the WorkItem fails with your reasons and is offered again.',
      ],
      never: 'It never accepts while required Evidence is missing, or a hash differs.',
      terms: ['artifact', 'evidence', 'contract', 'epoch'],
    },
    approvals: {
      shows: 'What waits for a human owner: starts of risky work, and results of whole Missions.',
      can: [
        'Grant a start for chosen operations, a budget and a time.',
        'Approve exactly the revision and Artifacts that you see.',
        'Ask for changes, with your reasons.',
      ],
      never: 'It never approves “the Mission” in general, and nothing that changed after you looked.',
      terms: ['approval', 'owner', 'artifact', 'budget'],
    },
    outbox: {
      shows:
        'Every Command of yours that is not yet history: drafts, what waits, what was sent, what was refused, and what nobody answered.',
      can: [
        'See why a Command was refused, and what has changed since.',
        'Issue it again, with the same or a new identity, as the protocol says.',
        'Ask the Authority what became of a Command without an answer.',
      ],
      never:
        'It never sends a wish a second time under a new Action ID while the first may have had an effect.',
      terms: ['command', 'action-id', 'authority', 'epoch'],
    },
    assistant: {
      shows: 'What the assistant proposes, why, and what you have let it do alone. Nothing at first.',
      can: [
        'Take a proposal into a command sheet, change it, and sign it.',
        'Say no, with a reason that it learns from.',
        'Stop it everywhere at once.',
      ],
      never: 'It never signs with a human’s key, and never does what the rules of this screen do not name.',
      terms: ['command', 'coordinator'],
    },
    conversations: {
      shows: 'What is said in a Mission: to all, about one WorkItem, or in a review.',
      can: [
        'Write, correct and retract Messages.',
        'Mark an open question; it counts until it is answered.',
        'Make a proposal or a contract out of a Message.',
        'Choose what of a Mission comes at once; the rest comes within a minute.',
      ],
      never: 'It never takes what is said for an order: only a signed Command changes anything.',
      terms: ['message', 'proposal', 'command'],
    },
    agents: {
      shows:
        'The Agents of the Organization with their Cards, presence and record, and the members of each Mission.',
      can: [
        'See what somebody can do, and has done.',
        'Change or end a Membership.',
        'Grant delegation within a ceiling.',
      ],
      never: 'It never gives an Agent a single score: each figure leads to its Events.',
      terms: ['card', 'membership', 'delegation-grant', 'worker'],
    },
    history: {
      shows: 'All Events of a Mission in their order, signed by whom they come from, with what caused them.',
      can: [
        'Filter by words such as “kind:work.*”, and keep the filter as a view.',
        'Verify it here: keys, signatures, gaps.',
        'Look at the state as it was at any sequence.',
      ],
      never: 'It never changes: what was accepted stays, and a redaction leaves its mark.',
      terms: ['event', 'sequence', 'snapshot', 'epoch'],
    },
    files: {
      shows: 'Histories that were opened from files, with no connection and no identity.',
      can: ['Verify and browse them as any history.', 'Export what you look at.'],
      never: 'It never lets you act: an opened file is no connection.',
      terms: ['event', 'snapshot'],
    },
    search: {
      shows:
        'Where words stand in Messages, contracts, Evidence and Events of all Missions on this computer.',
      can: ['Search without a connection.', 'Go to what was found.'],
      never: 'It never asks anybody else, and never finds what was redacted.',
      terms: ['message', 'evidence', 'event'],
    },
    artifacts: {
      shows:
        'All Artifacts with where they come from, where they are used, and whether their content is what the hash says.',
      can: [
        'Fetch, check and compare them.',
        'Look at a preview that has no rights.',
        'Follow how one came out of others.',
      ],
      never: 'It never runs what is inside, and never takes an address for identity.',
      terms: ['artifact', 'evidence'],
    },
    connections: {
      shows:
        'The Authorities that this computer talks to: how each stands, how far each Group was read, and what leaves this computer.',
      can: [
        'Connect, try again, or work offline.',
        'See what happened while you were away.',
        'Fetch a snapshot where the history is too far behind.',
      ],
      never: 'It never trusts an Authority by its address alone.',
      terms: ['authority', 'session', 'sequence', 'snapshot'],
    },
    keys: {
      shows:
        'The identities of this computer with their keys: where each is kept, until when it holds, and whether a backup was tested.',
      can: [
        'Make, import, back up and rotate keys.',
        'Lock all of them now.',
        'Remove an identity, after seeing what stops working.',
      ],
      never: 'It never shows a private key, and none ever comes into this window.',
      terms: ['epoch', 'session', 'membership'],
    },
    settings: {
      shows:
        'How the window looks and speaks, which keys it listens to, when it notifies you, and where its data is.',
      can: [
        'Choose language, appearance, size and motion.',
        'Switch single keys off, or choose others.',
        'See and save diagnostics.',
      ],
      never: 'It never changes anything for others: all of it is about this computer.',
      terms: [],
    },
    briefs: {
      shows:
        'Briefs: texts that describe a whole Mission. What follows from one is shown before anything is signed.',
      can: [
        'Begin with a template of the app or of your own, and keep a brief as one.',
        'Check a brief, and see its contracts and warnings.',
        'Run it, pause it, and take over by hand.',
      ],
      never: 'It never begins a Mission that you have not signed.',
      terms: ['mission', 'contract', 'budget'],
    },
    demo: {
      shows:
        'An Organization of its own on this computer, with two Missions and things that you can make happen.',
      can: [
        'Let an offer be declined, a lease end, a hash differ, and more.',
        'Take the tour again.',
        'Reset it, or throw it away.',
      ],
      never: 'It never touches your own data, and its keys never come near a keychain.',
      terms: ['mission', 'authority'],
    },
    welcome: {
      shows: 'Three doors: try the demo, create an identity, or connect to an Authority.',
      can: ['Take any of them now, and the others later.'],
      never: 'It never sends anything before you have said where to.',
      terms: ['authority'],
    },
    contract: {
      shows:
        'A Work Contract: goal, criteria with the Evidence they need, inputs, permissions, time, budget and risk, with checks as you type.',
      can: [
        'Write it as a form or as JSON.',
        'Compare it with what was accepted last.',
        'Keep it as a draft until you sign.',
      ],
      never: 'It never asks more of a child than its parent may give.',
      terms: ['contract', 'evidence', 'budget', 'work-item'],
    },
    offer: {
      shows: 'Who can do a WorkItem: a hard filter first, then an order whose reasons can all be looked at.',
      can: [
        'Offer to one after another, or to a small set.',
        'Change the order; the reason goes into the history.',
        'Extend an offer, or take the next candidate.',
      ],
      never: 'It never shows what an Agent does in other Groups, only how much capacity it has.',
      terms: ['offer', 'worker', 'card', 'context-package'],
    },
    leases: {
      shows:
        'Everything that ends by time alone, over all Missions: terms of Coordinators, reservations, executions.',
      can: [
        'Sort by what ends next.',
        'Renew your own term.',
        'Give work to somebody else once its lease has ended.',
      ],
      never: 'It never waits for an Event to tell that a lease has ended: none comes.',
      terms: ['lease', 'epoch', 'coordinator', 'worker'],
    },
    reassign: {
      shows:
        'What is to be known before a WorkItem goes to somebody else: the last Checkpoint, what is lost, and what happens to a late result.',
      can: ['Go on to the offer, with the next epoch of ownership.'],
      never: 'It never takes work away before its lease has ended.',
      terms: ['lease', 'epoch', 'checkpoint', 'offer'],
    },
    takeover: {
      shows:
        'Who leads a Mission, and what it takes to change that: as its owner, or as the Coordinator who takes over.',
      can: [
        'Replace the Coordinator.',
        'Work through what has to be known before the first offer.',
        'Hand drafts over when somebody else leads.',
      ],
      never: 'It never lets an old Coordinator act on: the epoch fences it at once.',
      terms: ['coordinator', 'epoch', 'context-package', 'lease'],
    },
    budget: {
      shows:
        'What a Mission and everything below it may use, uses and holds, in six dimensions, with a forecast.',
      can: ['See where a limit was reached, and on which level.', 'Go to what uses most.'],
      never: 'It never converts a currency in silence, and never counts what is not recorded.',
      terms: ['budget', 'child-mission', 'work-item'],
    },
    children: {
      shows: 'The tree of child Missions with what each waits for, and what its failure would do.',
      can: ['Approve a child as Coordinator of its parent.', 'Replan after a failure.'],
      never: 'It never decides by itself what a failure means.',
      terms: ['child-mission', 'coordinator', 'approval'],
    },
    promote: {
      shows: 'A WorkItem that is to become a child Mission, with every bound that it has to keep.',
      can: ['Choose a Coordinator and what happens on failure, and sign.'],
      never: 'It never gives a child more than its parent has.',
      terms: ['child-mission', 'work-item', 'budget', 'delegation-grant'],
    },
    policy: {
      shows:
        'The limits on cooperation with their use, what was decided by which rule, and overrides that were asked for and granted.',
      can: ['See how near a limit is.', 'Ask the owner for an override, or grant one for one Command.'],
      never: 'It never lifts a limit for more than the one Command that it names.',
      terms: ['override', 'command', 'owner'],
    },
    operator: {
      shows:
        'The Authority that you administer: Agents and their Cards, keys, policy, Sessions, what was admitted or refused, health and backups.',
      can: [
        'Register and revoke Agents, Cards and keys.',
        'Change the policy; it is checked before it counts.',
        'See why something was refused, in full.',
      ],
      never: 'It never decides for a Mission: whoever administers is nobody’s Coordinator.',
      terms: ['authority', 'card', 'session', 'override'],
    },
    help: {
      shows: 'A page for each screen, and the words that have one meaning everywhere.',
      can: [
        'Search all pages.',
        'Begin the tour again.',
        'Open it anywhere with F1, or with “?” in the palette.',
      ],
      never: 'It never leaves this computer.',
      terms: [],
    },
  },
  terms: {
    mission: {
      word: 'Mission',
      means: 'A bounded objective with an owner, a Coordinator, a budget and an end.',
    },
    'child-mission': {
      word: 'Child Mission',
      means: 'A Mission that completes one WorkItem of another one.',
    },
    group: { word: 'Group', means: 'The temporary space of one Mission, with its one history.' },
    'work-item': {
      word: 'WorkItem',
      means: 'A piece of work with a contract; at most one Worker owns it at a time.',
    },
    contract: { word: 'Work Contract', means: 'What is to be done, by which criteria, with which limits.' },
    proposal: { word: 'Work Proposal', means: 'A wish for work by any member. It obliges nobody.' },
    offer: {
      word: 'Offer',
      means: 'An invitation to Workers that ends by itself. It gives nobody the work.',
    },
    coordinator: {
      word: 'Coordinator',
      means: 'The Agent that plans, offers and reviews, for a term that has to be renewed.',
    },
    worker: { word: 'Worker', means: 'An Agent that accepts offers and does the work in its own order.' },
    owner: {
      word: 'MissionOwner',
      means: 'Who wanted the Mission and alone approves its result: a human at the root.',
    },
    message: { word: 'Message', means: 'Something said. It never changes a state.' },
    command: {
      word: 'Command',
      means: 'A signed request to change something; the Authority accepts or refuses it.',
    },
    event: { word: 'Event', means: 'An accepted fact, signed by the Authority, never changed again.' },
    'action-id': { word: 'Action ID', means: 'The name of one wish: the same one twice has one effect.' },
    epoch: {
      word: 'Epoch',
      means: 'A number that rises when somebody takes a place; whoever carries an older one is refused.',
    },
    lease: { word: 'Lease', means: 'A right that ends at a time unless it is renewed.' },
    artifact: { word: 'Artifact', means: 'A result that is named by the hash of its content.' },
    evidence: { word: 'Evidence', means: 'A signed fact about whether a criterion is met.' },
    checkpoint: { word: 'Checkpoint', means: 'A state of the work from which somebody could go on.' },
    approval: {
      word: 'Approval',
      means: 'A human’s signature on an exact revision with its Artifacts, or on a risky start.',
    },
    budget: { word: 'Budget', means: 'Hard limits in six dimensions; a child’s lie within its parent’s.' },
    membership: { word: 'Membership', means: 'What somebody may do and see in one Group.' },
    'delegation-grant': {
      word: 'Delegation Grant',
      means: 'A right to give parts of one WorkItem on, within a ceiling.',
    },
    override: {
      word: 'Cooperation Override',
      means: 'One Command beyond a limit, allowed once by the owner.',
    },
    session: { word: 'Session', means: 'The one live connection of an Agent; a new one ends the old one.' },
    sequence: { word: 'Sequence', means: 'The place of an Event in the history of its Group.' },
    snapshot: { word: 'Snapshot', means: 'A signed state of a Group up to a sequence.' },
    'context-package': {
      word: 'Context Package',
      means: 'What somebody new has to know, signed, with its sources.',
    },
    card: {
      word: 'Agent Card',
      means: 'What the Organization vouches for: who an Agent is and what it can do.',
    },
    authority: {
      word: 'Group Authority',
      means: 'The service that orders, checks and signs. It manages nobody.',
    },
  },
};
