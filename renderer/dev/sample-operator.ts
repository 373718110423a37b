// What the sample Authorities hold for whoever administers them.
import type {
  AdministeredRow,
  BackupRow,
  BackupSummary,
  CardVerdict,
  HealthReport,
  KeyBindingRow,
  PolicyField,
  RegisteredAgentRow,
  SessionRow,
} from '../../core/contract/operator.ts';
import type { Person } from '../../core/contract/values.ts';
import {
  ACME,
  ADA,
  ANALYST,
  ASSISTANT,
  CODER,
  DAY,
  DEPLOYER,
  HOUR,
  MINUTE,
  type SampleContext,
  SEC_1,
  SEC_2,
  WRITER,
} from './sample-world.ts';

export const ARCHIVE = 'folder-archive';

const AUTHORITY: Person = {
  type: 'service',
  id: 'urn:acme:service:group-authority',
  name: 'group-authority',
};
const REGISTRY: Person = { type: 'service', id: 'urn:acme:service:registry', name: 'registry' };

export function sampleAuthorities({ say }: SampleContext): AdministeredRow[] {
  return [
    {
      id: ACME,
      sort: '0 acme',
      authorityId: ACME,
      name: 'acme.example',
      kind: 'embedded',
      organizationId: 'urn:acme:organization',
      folder: '/home/ada/.local/share/heddle/organizations/5d1c0ffee0a1b2c3',
      database: 'sqlite',
      state: 'open',
      words: say(
        'You can act here with the keys of its services.',
        'Sie können hier mit den Schlüsseln der Dienste handeln.',
      ),
      canAct: true,
    },
    {
      id: ARCHIVE,
      sort: '1 old',
      authorityId: ARCHIVE,
      name: 'Old plant',
      kind: 'folder',
      organizationId: 'urn:plant:organization',
      folder: '/srv/heddle/plant',
      database: 'postgresql',
      state: 'read-only',
      words: say(
        'To be read only: /srv/heddle/plant/keys/registry.json cannot be read',
        'Nur zum Lesen: /srv/heddle/plant/keys/registry.json ist nicht lesbar',
      ),
      canAct: false,
    },
  ];
}

export function sampleAgents({ nowMs, say }: SampleContext): RegisteredAgentRow[] {
  const row = (
    agent: Person,
    capability: string,
    more: Partial<RegisteredAgentRow> = {},
  ): RegisteredAgentRow => ({
    id: agent.id,
    sort: agent.name,
    agent,
    owner: ADA,
    cardVersion: 2,
    status: 'active',
    validity: 'valid',
    validityWords: say('valid', 'gültig'),
    issuedAtMs: nowMs - 40 * DAY,
    capabilities: [{ id: capability, version: '1.2.0' }],
    maxConcurrency: 2,
    keyIds: [`${agent.id.replace(':agent:', ':key:')}:1`],
    queued: 1,
    active: 1,
    ...more,
  });
  return [
    row(ANALYST, 'requirements.analysis'),
    row(ASSISTANT, 'mission.coordination', { maxConcurrency: 1, queued: 0, active: 0 }),
    row(CODER, 'software.implementation', { queued: 3, active: 2, validUntilMs: nowMs + 12 * DAY }),
    row(DEPLOYER, 'software.deployment', { cardVersion: 5 }),
    row(SEC_1, 'security.review'),
    row(SEC_2, 'security.review', {
      validity: 'no-key',
      validityWords: say('none of its keys is valid', 'keiner ihrer Schlüssel ist gültig'),
    }),
    row(WRITER, 'docs.writing', {
      status: 'revoked',
      cardVersion: 3,
      validity: 'not-usable',
      validityWords: say('not for new work', 'nicht für neue Arbeit'),
      queued: 0,
      active: 0,
    }),
  ];
}

export function sampleBindings({ nowMs, say }: SampleContext): KeyBindingRow[] {
  const row = (person: Person, number: number, more: Partial<KeyBindingRow> = {}): KeyBindingRow => {
    const keyId = `${person.id.replace(/:(agent|human|service):/u, ':key:')}:${number}`;
    return {
      id: keyId,
      sort: `${person.type === 'service' ? 1 : 0} ${person.name} ${number}`,
      keyId,
      principal: person,
      publicKey: 'p1tvJ1bUNgq0JmQpqS5wGgwnKDcTnBBMvkOgQpRVHgs',
      fingerprint: `6f1e 9a${number}0 77c2 04de 91ab 3c5f e2d8 b7a4`,
      validFromMs: nowMs - (120 - number * 30) * DAY,
      status: 'valid',
      statusWords: say('valid', 'gültig'),
      overlapsWith: [],
      isService: person.type === 'service',
      history: [],
      ...more,
    };
  };
  const coder = (number: number) => `urn:acme:key:coder-1:${number}`;
  return [
    row(ADA, 1),
    row(ASSISTANT, 1),
    row(CODER, 1, {
      validUntilMs: nowMs + 3 * DAY,
      overlapsWith: [coder(2)],
      history: [{ sequence: 1, recordedAtMs: nowMs - 4 * DAY, validUntilMs: nowMs + 3 * DAY }],
    }),
    row(CODER, 2, { overlapsWith: [coder(1)] }),
    row(SEC_2, 1, {
      status: 'revoked',
      statusWords: say('revoked', 'widerrufen'),
      revokedAtMs: nowMs - 2 * DAY,
      history: [{ sequence: 1, recordedAtMs: nowMs - 2 * DAY, revokedAtMs: nowMs - 2 * DAY }],
    }),
    row(AUTHORITY, 1),
    row(REGISTRY, 1),
  ];
}

export function sampleSessions({ nowMs }: SampleContext): SessionRow[] {
  const row = (
    agent: Person,
    sessionEpoch: number,
    agoMs: number,
    more: Partial<SessionRow> = {},
  ): SessionRow => ({
    id: agent.id,
    sort: String(agoMs).padStart(12, '0'),
    agent,
    sessionEpoch,
    openedAtMs: nowMs - agoMs,
    presence: 'online',
    heartbeatAtMs: nowMs - 8_000,
    executing: 0,
    ...more,
  });
  return [
    row(CODER, 14, 22 * MINUTE, { executing: 2 }),
    row(ASSISTANT, 31, 3 * HOUR),
    row(DEPLOYER, 6, 9 * HOUR, { executing: 1 }),
    row(SEC_1, 4, 2 * DAY, { presence: 'offline' }),
  ];
}

export const SAMPLE_POLICY = `# The Organization and its policy.
organizationId: urn:acme:organization

policy:
  cooperation:
    delegationDepth: 3
    # Agreed with the team on 3 November: more than this nobody can review.
    queuedWorkItems: 100
    activeWorkItems: 4
    messagesPerMinute: 120
    proposalsPerMinute: 30
  seconds:
    coordinatorLease: 300
    offer: 1200
    ownershipLease: 900
    executionLease: 300
    resumeWithin: 900
    blockedLease: 900
  extensions: {}
`;

/** Name, hint and usual value of each field. */
const FIELDS: readonly (readonly [string, string, string, string, string, number])[] = [
  [
    'cooperation.delegationDepth',
    'Depth of delegation',
    'Tiefe der Delegation',
    'How deep work may nest',
    'Wie tief geschachtelt werden darf',
    3,
  ],
  [
    'cooperation.queuedWorkItems',
    'Queued WorkItems per Worker',
    'Wartende WorkItems je Worker',
    'Over all Groups together',
    'Über alle Gruppen zusammen',
    100,
  ],
  [
    'cooperation.activeWorkItems',
    'Active WorkItems per Worker',
    'Laufende WorkItems je Worker',
    'Over all Groups together',
    'Über alle Gruppen zusammen',
    4,
  ],
  [
    'cooperation.messagesPerMinute',
    'Messages per minute',
    'Nachrichten je Minute',
    'Per member and Group',
    'Je Mitglied und Gruppe',
    120,
  ],
  [
    'cooperation.proposalsPerMinute',
    'Proposals per minute',
    'Vorschläge je Minute',
    'Per member and Group',
    'Je Mitglied und Gruppe',
    30,
  ],
  [
    'seconds.coordinatorLease',
    'Coordinator lease, seconds',
    'Coordinator-Lease, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    300,
  ],
  [
    'seconds.offer',
    'Offer, seconds',
    'Angebot, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    300,
  ],
  [
    'seconds.ownershipLease',
    'Ownership lease, seconds',
    'Ownership-Lease, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    900,
  ],
  [
    'seconds.executionLease',
    'Execution lease, seconds',
    'Execution-Lease, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    300,
  ],
  [
    'seconds.resumeWithin',
    'Resume within, seconds',
    'Wiederaufnahme, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    900,
  ],
  [
    'seconds.blockedLease',
    'Blocked lease, seconds',
    'Blocked-Lease, Sekunden',
    'When a Command does not say',
    'Wenn ein Command nichts sagt',
    900,
  ],
];

/** The value of a field in a text of the sample's shape. */
export function samplePolicyValue(text: string, field: string): string | undefined {
  return new RegExp(`^ +${field.split('.')[1] ?? ''}: *(.*)$`, 'mu').exec(text)?.[1];
}

export function samplePolicyFields({ say }: SampleContext, text: string): PolicyField[] {
  return FIELDS.map(([field, en, de, hintEn, hintDe, usual]) => {
    const value = Number(samplePolicyValue(text, field));
    return {
      field,
      words: say(en, de),
      hint: say(hintEn, hintDe),
      usual,
      minimum: field.startsWith('seconds') ? 1 : 0,
      maximum: field.startsWith('seconds') ? 31_536_000 : 1_000_000,
      ...(Number.isSafeInteger(value) ? { value } : {}),
    };
  });
}

export function sampleHealth({ nowMs, say }: SampleContext): HealthReport {
  const fact = (
    id: string,
    en: string,
    de: string,
    value: string,
    tone: HealthReport['facts'][number]['tone'] = 'plain',
    advice?: readonly [string, string],
  ): HealthReport['facts'][number] => ({
    id,
    words: say(en, de),
    value,
    tone,
    ...(advice === undefined ? {} : { advice: say(advice[0], advice[1]) }),
  });
  return {
    checkedAtMs: nowMs,
    verdict: 'warn',
    verdictWords: say(
      'It works, and something asks for your attention.',
      'Es läuft, und etwas braucht Ihre Aufmerksamkeit.',
    ),
    facts: [
      fact(
        'store',
        'Store',
        'Speicher',
        say('takes writes, answered in 2 ms', 'nimmt Schreibvorgänge an, Antwort in 2 ms').text,
        'good',
      ),
      fact('events', 'Events', 'Events', '48,200'),
      fact('groups', 'Groups', 'Gruppen', '23'),
      fact('agents', 'Agents', 'Agents', '7'),
      fact('registry', 'Registry', 'Registry', say('valid, 88 keys', 'gültig, 88 Schlüssel').text, 'good'),
      fact(
        'disk',
        'Disk space',
        'Platz auf der Platte',
        say('212 GB free of 500 GB', '212 GB frei von 500 GB').text,
        'good',
      ),
      fact(
        'certificate',
        'Certificate',
        'Zertifikat',
        say('until 19 Dec 2026, 18 days', 'bis 19.12.2026, 18 Tage').text,
        'warn',
        [
          'Clients refuse it after its end. Put a new one into tls/ and start the Authority anew.',
          'Nach seinem Ende wird es zurückgewiesen. Legen Sie ein neues in tls/, und starten Sie die Authority neu.',
        ],
      ),
      fact(
        'policy',
        'Policy',
        'Policy',
        say('in force as the file says', 'in Kraft, wie die Datei sagt').text,
        'good',
      ),
      fact('waiting', 'Queue', 'Warteschlange', say('0 Commands wait', '0 Commands warten').text),
      fact('connections', 'Connections', 'Verbindungen', '4'),
      fact('dropped', 'Protected log', 'Geschütztes Protokoll', '0', 'good'),
    ],
    counters: [
      { name: 'commands_total', labels: 'kind="work.checkpoint",outcome="accepted"', value: 18_204 },
      { name: 'commands_total', labels: 'kind="message.post",outcome="RATE_LIMITED"', value: 58 },
      { name: 'commit_duration_seconds_sum', labels: '', value: 61.4 },
      { name: 'commit_duration_seconds_count', labels: '', value: 22_107 },
    ],
    countersWords: say(
      'Counted by this app since it was started.',
      'Von dieser App gezählt, seit sie gestartet wurde.',
    ),
  };
}

const BACKUPS = '/home/ada/.local/share/heddle/organizations/5d1c0ffee0a1b2c3/backups';

export function sampleBackups({ nowMs, say }: SampleContext): BackupRow[] {
  const row = (day: string, agoMs: number, more: Partial<BackupRow> = {}): BackupRow => ({
    id: `${BACKUPS}/authority-${day}.db`,
    sort: String(agoMs).padStart(14, '0'),
    path: `${BACKUPS}/authority-${day}.db`,
    name: `authority-${day}.db`,
    madeAtMs: nowMs - agoMs,
    sizeBytes: 182_400_000,
    verdict: 'unchecked',
    verdictWords: say('not checked here', 'hier nicht geprüft'),
    ...more,
  });
  return [
    row('2026-11-30T02-00-00-000Z', 9 * HOUR),
    row('2026-11-23T02-00-00-000Z', 7 * DAY, {
      sizeBytes: 171_200_000,
      verdict: 'good',
      verdictWords: say('sound', 'in Ordnung'),
      checkedAtMs: nowMs - 6 * DAY,
      events: 44_018,
    }),
  ];
}

export function sampleBackupSummary({ say, language }: SampleContext): BackupSummary {
  const folder = BACKUPS.replace('/backups', '');
  return {
    folder: BACKUPS,
    canBackUp: true,
    words: say(
      'A backup holds the database: Events, Commands, keys of the Registry, state. Not in it: the secrets under keys/, the certificate under tls/, organization.yaml, and the content under artifacts/. Copy these with your own tools.',
      'Eine Sicherung enthält die Datenbank: Events, Commands, Schlüssel der Registry, Stand. Nicht darin: die Geheimnisse unter keys/, das Zertifikat unter tls/, organization.yaml und die Inhalte unter artifacts/. Kopieren Sie diese mit eigenen Werkzeugen.',
    ),
    restore:
      language === 'de'
        ? [
            'Halten Sie jeden Prozess an, der den Ordner benutzt.',
            `Verschieben Sie authority.db aus ${folder}. Heben Sie sie auf.`,
            `Kopieren Sie die Sicherung nach ${folder}/authority.db.`,
            `Rufen Sie auf: heddle authority verify ${folder}`,
            'Starten Sie die Authority.',
          ]
        : [
            'Stop every process that uses the folder.',
            `Move authority.db out of ${folder}. Keep it.`,
            `Copy the backup to ${folder}/authority.db.`,
            `Run: heddle authority verify ${folder}`,
            'Start the Authority.',
          ],
  };
}

export function sampleCardVerdict({ say }: SampleContext, agentId: string, isComplete: boolean): CardVerdict {
  const check = (en: string, de: string, isMet = true, isRequired = true) => ({
    isMet,
    isRequired,
    words: say(en, de),
  });
  return {
    canRegister: isComplete,
    checks: [
      check('It is complete and well formed.', 'Sie ist vollständig und wohlgeformt.', isComplete),
      check('It is a card for this Organization.', 'Es ist eine Karte für diese Organisation.'),
      check('Its version is newer than the registered one.', 'Ihre Version ist neuer als die eingetragene.'),
      check('Nobody else has its key.', 'Niemand anderes hat ihren Schlüssel.'),
      check(
        'Its owner has a key in this Registry.',
        'Wer für sie einsteht, hat einen Schlüssel in dieser Registry.',
        false,
        false,
      ),
    ],
    faults: isComplete ? [] : [{ field: '/agentId', words: say('must be a URI', 'muss ein URI sein') }],
    agentId,
    cardVersion: 1,
    text: JSON.stringify({ agentId, cardVersion: 1 }, undefined, 2),
  };
}
