// Sample connections, keys, settings, demo scenarios and what the status bar shows.
import type { ConnectionRow, GroupSyncRow } from '../../core/contract/connections.ts';
import { type DemoSummary, SCENARIOS, type ScenarioRow } from '../../core/contract/demo.ts';
import type { KeyRow, KeyStoreSummary, MissingKey } from '../../core/contract/keys.ts';
import type {
  Capabilities,
  ConnectionStatusRow,
  Settings,
  StatusSummary,
} from '../../core/contract/system.ts';
import type { Words } from '../../core/contract/values.ts';
import {
  ACME,
  ADA,
  ADA_LAB,
  ASSISTANT,
  AUTH,
  BILLING,
  CLI,
  DAY,
  HOUR,
  LAB,
  LAB_COORDINATOR,
  MINUTE,
  type SampleContext,
  SECURITY,
  TITLES,
} from './sample-world.ts';

export const SAMPLE_CAPABILITIES: Capabilities = {
  appVersion: '0.1.0',
  protocolVersion: '0.1',
  shell: 'browser',
  mode: 'desk',
  platform: 'linux',
  languages: ['en', 'de'],
  features: {
    osKeychain: true,
    passphraseFile: true,
    embeddedAuthority: true,
    demo: true,
    briefs: true,
    nativeDialogs: false,
    systemNotifications: false,
  },
  limits: { frameBytes: 1_048_576, previewBytes: 1_048_576, pageRows: 500 },
};

export const SAMPLE_SETTINGS: Settings = {
  language: 'en',
  appearance: 'system',
  density: 'comfortable',
  textScale: 1,
  reducedMotion: false,
  singleKeyShortcuts: true,
  isFirstRunDone: true,
};

export function sampleStatus({ say, nowMs }: SampleContext): readonly ConnectionStatusRow[] {
  return [
    {
      id: ACME,
      sort: '1',
      connectionId: ACME,
      name: ACME,
      status: 'online',
      words: say('online', 'online'),
      cursor: 1_482,
      head: 1_482,
      lastEventAtMs: nowMs - 12_000,
      isDemo: false,
    },
    {
      id: LAB,
      sort: '2',
      connectionId: LAB,
      name: LAB,
      status: 'offline',
      words: say('offline', 'offline'),
      cursor: 880,
      lastEventAtMs: nowMs - 4 * MINUTE,
      offlineSinceMs: nowMs - 4 * MINUTE,
      isDemo: false,
    },
  ];
}

export function sampleStatusSummary(language: StatusSummary['language']): StatusSummary {
  return {
    actingAs: { ...ADA, connectionId: ACME },
    identities: [
      { ...ADA, connectionId: ACME, connectionName: ACME },
      { ...ASSISTANT, connectionId: ACME, connectionName: ACME },
      { ...ADA_LAB, connectionId: LAB, connectionName: LAB },
    ],
    attention: { now: 2, decide: 5, watch: 4 },
    outbox: { waiting: 3, refused: 1, unknown: 1, drafts: 1 },
    review: 2,
    approvals: 2,
    clockOffsetMs: 800,
    keys: 'ok',
    language,
    keyboard: { areSingleKeysOn: true, shortcuts: {} },
  };
}

export function sampleConnections({ say, nowMs }: SampleContext): readonly ConnectionRow[] {
  return [
    {
      id: ACME,
      sort: '1',
      connectionId: ACME,
      name: ACME,
      origin: 'https://authority.acme.example',
      organizationId: 'urn:acme:organization',
      kind: 'remote',
      status: 'online',
      words: say('connected since 08:12', 'verbunden seit 08:12'),
      isWorkingOffline: false,
      identities: [
        {
          person: ADA,
          keyId: 'urn:acme:key:ada-2',
          key: 'usable',
          path: 'open',
          pathWords: say(
            'Commands of humans go over the control plane.',
            'Commands von Menschen gehen über die Control Plane.',
          ),
        },
        {
          person: ASSISTANT,
          keyId: 'urn:acme:key:assistant-1',
          key: 'usable',
          path: 'open',
          sessionEpoch: 7,
          sessionOpenedAtMs: nowMs - 5 * HOUR,
        },
      ],
      clockOffsetMs: 800,
      isTls: true,
      sends: [
        say('signed Commands, with everything in them', 'unterzeichnete Commands mit allem, was darin steht'),
        say('Artifacts that you publish', 'Artifacts, die du veröffentlichst'),
        say(
          'which Events were received, up to which number',
          'welche Events angekommen sind, bis zu welcher Nummer',
        ),
      ],
    },
    {
      id: LAB,
      sort: '2',
      connectionId: LAB,
      name: LAB,
      origin: 'https://lab.local:8443',
      organizationId: 'urn:lab:organization',
      kind: 'remote',
      status: 'offline',
      words: say(
        'no answer within 10 seconds; next try in 12 seconds',
        'keine Antwort in 10 Sekunden; nächster Versuch in 12 Sekunden',
      ),
      isWorkingOffline: false,
      identities: [
        {
          person: ADA_LAB,
          keyId: 'urn:lab:key:ada-1',
          key: 'usable',
          path: 'none',
          pathWords: say(
            'This Authority has no ingress for Commands of humans: they are read-only here.',
            'Diese Authority nimmt keine Commands von Menschen an: Sie können hier nur lesen.',
          ),
        },
        {
          person: LAB_COORDINATOR,
          keyId: 'urn:lab:key:planner-1',
          key: 'locked',
          path: 'closed',
          sessionEpoch: 3,
        },
      ],
      isTls: true,
      offlineSinceMs: nowMs - 4 * MINUTE,
      lastFault: say('Timeout while connecting.', 'Zeitüberschreitung beim Verbinden.'),
      sends: [say('nothing while it is offline', 'nichts, solange sie offline ist')],
    },
  ];
}

export function sampleGroups({ say, nowMs }: SampleContext): readonly GroupSyncRow[] {
  const current = say('up to date', 'auf dem Stand');
  const group = (
    connectionId: string,
    groupId: string,
    cursor: number,
    more: Partial<GroupSyncRow> = {},
  ): GroupSyncRow => ({
    id: `${connectionId} ${groupId}`,
    sort: `${connectionId} ${TITLES[groupId] ?? groupId}`,
    connectionId,
    groupId,
    title: TITLES[groupId] ?? groupId,
    startsAfter: 0,
    cursor,
    head: cursor,
    isCaughtUp: true,
    lastEventAtMs: nowMs - 12_000,
    waitingCommands: 0,
    isFollowed: true,
    state: 'current',
    stateWords: current,
    ...more,
  });
  return [
    group(ACME, AUTH, 1_482, { waitingCommands: 1 }),
    group(ACME, SECURITY, 118),
    group(ACME, BILLING, 902),
    group(LAB, CLI, 880, {
      waitingCommands: 2,
      isCaughtUp: false,
      state: 'behind',
      stateWords: say('2 Commands wait', '2 Commands warten'),
      lastEventAtMs: nowMs - 4 * MINUTE,
    }),
    group(LAB, 'urn:lab:group:load', 412, {
      title: 'Load lab',
      head: 419,
      isCaughtUp: false,
      gap: { fromSequence: 413, toSequence: 415 },
      state: 'gap',
      stateWords: say('413–415 are missing; asked again twice', '413–415 fehlen; zweimal nachgefragt'),
      lastEventAtMs: nowMs - 11 * MINUTE,
    }),
  ];
}

export function sampleKeys({ say, nowMs }: SampleContext): readonly KeyRow[] {
  const usable = say('usable', 'benutzbar');
  const base = {
    publicKey: 'MCowBQYDK2VwAyEAq2m3Uo0cF0mE4o6jvYkQ2gYx0bH3t8xQ7zqHcK5m1sE',
    origin: 'created',
    condition: 'available',
    words: usable,
    store: 'os-keychain',
  } as const;
  return [
    {
      ...base,
      id: 'urn:acme:key:ada-2',
      sort: '1',
      keyId: 'urn:acme:key:ada-2',
      principal: ADA,
      fingerprint: '7f3a 90c1 … 55de 01b2',
      createdAtMs: nowMs - 40 * DAY,
      replacesKeyId: 'urn:acme:key:ada-1',
      connections: [{ connectionId: ACME, name: ACME }],
    },
    {
      ...base,
      id: 'urn:acme:key:assistant-1',
      sort: '2',
      keyId: 'urn:acme:key:assistant-1',
      principal: ASSISTANT,
      fingerprint: 'a911 2c40 … 9e07 73fa',
      createdAtMs: nowMs - 90 * DAY,
      backupTestedAtMs: nowMs - 12 * DAY,
      connections: [{ connectionId: ACME, name: ACME }],
    },
    {
      ...base,
      id: 'urn:lab:key:planner-1',
      sort: '3',
      keyId: 'urn:lab:key:planner-1',
      principal: LAB_COORDINATOR,
      fingerprint: '04bd 77a0 … c3c1 18e9',
      origin: 'imported',
      condition: 'locked',
      words: say(
        'locked: nothing can be signed with it now',
        'gesperrt: Damit kann jetzt nichts unterzeichnet werden',
      ),
      createdAtMs: nowMs - 12 * DAY,
      connections: [{ connectionId: LAB, name: LAB }],
    },
  ];
}

/** What a backup of the sample's keychain lacks. */
export function sampleMissingKeys(context: SampleContext): MissingKey[] {
  const { say } = context;
  return sampleKeys(context)
    .filter(({ condition }) => condition !== 'available')
    .map(({ keyId, principal }) => ({
      keyId,
      principal,
      words: say(
        `${principal.name} (key 04bd 77a0 …, locked)`,
        `${principal.name} (Schlüssel 04bd 77a0 …, gesperrt)`,
      ),
    }));
}

export function sampleKeyStore({ say }: SampleContext): KeyStoreSummary {
  return {
    store: 'os-keychain',
    condition: 'available',
    words: say('Keychain of the system (Secret Service)', 'Schlüsselbund des Systems (Secret Service)'),
    wantsPassphrase: false,
    backupFolder: '/home/ada/Heddle/backups',
  };
}

export function sampleScenarios({ say }: SampleContext): readonly ScenarioRow[] {
  const texts: Readonly<Record<(typeof SCENARIOS)[number], readonly [Words, Words]>> = {
    'offer-declined': [
      say('An offer is declined', 'Ein Angebot wird abgelehnt'),
      say(
        'A Worker says no. The item stays open, and attention asks for the next candidate.',
        'Ein Worker sagt ab. Das WorkItem bleibt offen, und die Aufmerksamkeit fragt nach dem nächsten Kandidaten.',
      ),
    ],
    'lease-expires': [
      say('A lease ends', 'Ein Lease endet'),
      say(
        'A Worker falls silent. Its Execution Lease ends by the clock, without an Event.',
        'Ein Worker verstummt. Sein Execution Lease endet nach der Uhr, ohne Event.',
      ),
    ],
    'disconnect-with-queue': [
      say('Three Commands wait offline', 'Drei Commands warten offline'),
      say(
        'The connection is cut. Three Commands wait; after reconnecting one is refused.',
        'Die Verbindung reißt. Drei Commands warten; nach dem Verbinden wird einer abgelehnt.',
      ),
    ],
    'stale-epoch': [
      say('A stale epoch', 'Eine alte Epoche'),
      say(
        'Another runtime opens a Session of the same Agent. Yours is fenced.',
        'Eine andere Laufzeit öffnet eine Session desselben Agenten. Deine wird ausgesperrt.',
      ),
    ],
    'hash-mismatch': [
      say('A hash differs', 'Ein Hash passt nicht'),
      say(
        'A submitted Artifact has other content than its hash says.',
        'Ein vorgelegtes Artifact hat anderen Inhalt, als sein Hash sagt.',
      ),
    ],
    'child-failure': [
      say('A Child Mission fails', 'Eine Unteraufgabe scheitert'),
      say(
        'Its parent item is blocked, and you choose how to go on.',
        'Ihr WorkItem wird blockiert, und du wählst, wie es weitergeht.',
      ),
    ],
    'change-request': [
      say('The owner requests changes', 'Der Owner verlangt Änderungen'),
      say(
        'A submitted Mission becomes active again, with feedback.',
        'Eine vorgelegte Mission wird mit Rückmeldung wieder aktiv.',
      ),
    ],
    takeover: [
      say('The Coordinator is replaced', 'Der Coordinator wird abgelöst'),
      say(
        'You take a Mission over, with its Context Package and a list to reconcile.',
        'Du übernimmst eine Mission mit Kontextpaket und einer Liste zum Abgleich.',
      ),
    ],
  };
  return SCENARIOS.map((scenario, index) => ({
    id: scenario,
    sort: String(index),
    scenario,
    words: texts[scenario][0],
    description: texts[scenario][1],
    isAvailable: scenario !== 'takeover',
    ...(scenario === 'takeover'
      ? {
          reason: say(
            'A Mission with another Coordinator is needed first.',
            'Zuerst braucht es eine Mission mit einem anderen Coordinator.',
          ),
        }
      : {}),
    state: scenario === 'offer-declined' ? 'done' : 'idle',
  }));
}

export function sampleDemo({ say }: SampleContext, state: DemoSummary['state']): DemoSummary {
  const words: Readonly<Record<DemoSummary['state'], Words>> = {
    absent: say('The demo is not set up.', 'Die Demo ist nicht eingerichtet.'),
    starting: say('The demo organization is being set up…', 'Die Demo-Organisation wird eingerichtet…'),
    running: say('The demo organization is at work.', 'Die Demo-Organisation arbeitet.'),
    stopping: say('The demo is being cleared away…', 'Die Demo wird abgeräumt…'),
  };
  return { state, words: words[state], ...(state === 'running' ? { connectionId: 'demo' } : {}) };
}
