// English texts of the command line.
import type { VerificationReason } from '../protocol/verify.ts';
import { BUNDLE_ENGLISH } from './bundle-words.ts';
import { COORDINATE_ENGLISH } from './coordinate-words.ts';
import { MISSION_ENGLISH } from './mission-words-en.ts';
import { PROFILE_ENGLISH } from './profile-words.ts';
import type { Words } from './terminal.ts';
import { START_ENGLISH } from './start-words.ts';
import { WORKER_ENGLISH } from './worker-words.ts';

const REASONS: Readonly<Record<VerificationReason, string>> = {
  'not-strict-json': 'The file is not exactly one strict JSON value. Ask for it again, byte for byte.',
  'schema-mismatch':
    'The document does not fit the schema of its kind. Check that --kind is right; if it is, its maker must mend it.',
  'time-not-utc-z':
    'The protected time or signature.createdAt does not end in Z. Only the signer can mend that, with a new signature.',
  'time-mismatch':
    'signature.createdAt differs from the protected time. Only the signer can mend that, with a new signature.',
  'signature-encoding':
    'signature.value is not canonical base64url. It was written wrongly or changed on the way.',
  'signature-length': 'signature.value is not 64 bytes long. It was written wrongly or changed on the way.',
  'signature-scalar': 'The second half of the signature is outside its range. It was made wrongly or forged.',
  'signature-point':
    'The first half of the signature is not an acceptable curve point. It was made wrongly or forged.',
  'registry-refused':
    'The Registry file proves nothing, because part of it is invalid. Get complete Registry evidence.',
  'unknown-key':
    'The Registry does not know this key. Get current Registry evidence, or do not trust the document.',
  'wrong-principal': 'The key belongs to somebody else than the document says. Do not trust the document.',
  'key-not-valid': 'The key was not valid at the protected time: too early, expired or revoked.',
  'no-canonical-form':
    'The document holds a number or a text that has no canonical form, so nothing can be signed.',
  equation:
    'The signature does not belong to this content and key. The content was changed, or another key signed it.',
};

const STORE_FAULTS: Readonly<Record<string, string>> = {
  busy: 'Another process is holding the database. Try again in a moment.',
  full: 'The disk is full. Make room; nothing was lost and nothing half-written.',
  corrupt: 'The database is damaged. Nothing was deleted: keep the file, and restore a backup beside it.',
  readonly: 'The database is read-only. Check the rights of the file and its folder.',
  'too-new': 'The database was written by a newer Heddle. Update this one; it was left as it is.',
  unreachable: 'The database cannot be reached. Check that it runs and that the address is right.',
  'commit-unknown':
    'The connection broke during a commit. Run the command again: it finds out what happened.',
  conflict: 'The database already holds something else under the same name.',
  other: 'The database reported a fault.',
};

export const ENGLISH: Words = {
  program: 'Heddle: coordinate Missions under MissionWeaveProtocol 0.1.',
  help: {
    conformance: 'run a protocol test bundle against this implementation',
    conformanceBundle: 'the bundle; without it MWP_BUNDLE, or our own vectors',
    failuresOnly: 'list only what failed or is absent',
    json: 'print one JSON object a line instead of text',
    verify: 'verify bundles or signed documents and say what was proven',
    verifyFiles: 'bundles, or documents with one JSON value in each file',
    kind: 'what the documents are meant to be',
    registry: 'complete Registry evidence of the Organization, as JSON',
    keygen: 'make an Ed25519 signing key and its Registry binding',
    keyId: 'absolute URI that names the key for ever',
    principal: 'who signs with it: agent:ID, human:ID or service:ID',
    keyOut: 'where to write the secret key (new file, readable by you only)',
    registryAdd: 'Registry evidence file to add the binding to, made when absent',
    organization: 'Organization id of a new Registry evidence file',
    validFrom: 'timestamp from which the key counts; now when absent',
    sign: 'sign a document and print its canonical bytes',
    signFile: 'the unsigned document, as JSON',
    key: 'signing key file from keygen',
    signOut: 'where to write the signed document instead of printing it',
    simulate: 'run seeded histories of a whole Organization and check every invariant',
    simulateSeed: 'first seed',
    simulateSteps: 'steps per history',
    simulateHistories: 'how many histories',
    simulateMode: 'fast: the rules alone; real: the real Authority',
    simulateOnly: 'only these steps, separated by commas',
    authority: 'make, run and check a Group Authority',
    authorityInit: 'make a new Organization: keys, certificate for development, policy, database',
    authorityStatus: 'say what an Organization holds and whether it is sound',
    authorityBackup: 'copy the database while it is in use, and check the copy',
    authorityVerify: 'verify the whole log again: signatures, admissions, sequences, state',
    authorityServe: 'serve Agents, humans and services of an Organization',
    authorityEnrol: 'bind a public key to an agent, human or service, and register an Agent Card',
    authorityArchive: 'archive the Group of a Mission that has come to its end',
    host: 'address to listen on; other machines reach it only when you say so',
    port: 'port for Commands, Events and Artifacts; 0 picks a free one',
    operatorPort: 'port for metrics, on this machine only',
    plainLoopback: 'without TLS, for development on this machine only',
    publicKey: 'the 32 bytes of the Ed25519 public key, as base64url',
    card: 'Agent Card without signature, as JSON; the registry service signs it',
    group: 'id of the Group',
    folder: 'folder of the Organization',
    organizationId: 'absolute URI that names the Organization for ever; a new UUID when absent',
    databaseUrl: 'postgres://… for a database that several processes share',
    backupTarget: 'file for the copy (must not exist)',
  },
  bundle: BUNDLE_ENGLISH,
  worker: WORKER_ENGLISH,
  coordinate: COORDINATE_ENGLISH,
  mission: MISSION_ENGLISH,
  profile: PROFILE_ENGLISH,
  start: START_ENGLISH,
  verdicts: { passed: 'PASS', failed: 'FAIL', absent: 'ABSENT' },
  simulate: {
    badNumber: (option, text) => `${option} needs a whole number, not "${text}".`,
    badMode: (text) => `There is no mode "${text}": use fast or real.`,
    progress: (done, total, broken) => `${done} of ${total} histories, ${broken} broken`,
    total: (histories, steps, perSecond) =>
      `${histories} histories of ${steps} steps, ${perSecond} per second`,
    answers: (accepted, refused, repeats, silent, events) =>
      `${accepted} accepted, ${refused} refused, ${repeats} repeated, ${silent} unanswered, ${events} Events`,
    kind: (name, accepted, refused) => `${name}: ${accepted} accepted, ${refused} refused`,
    code: (name, count) => `${name}: ${count}`,
    neverAccepted: (kind) => `never accepted: ${kind}`,
    neverRefused: (kind) => `never refused: ${kind}`,
    neverSeen: (code) => `code never seen: ${code}`,
    broken: (invariant, seed, step) => `${invariant} broken: seed ${seed}, step ${step}`,
    shrunk: (steps) => `shrunk to ${steps} steps`,
    replay: (line) => `again with: ${line}`,
    sound: 'no invariant was broken',
  },
  system: {
    ENOENT: 'there is no such file',
    EACCES: 'you are not allowed to',
    EPERM: 'you are not allowed to',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the disk is read-only',
    other: 'the system reports',
  },
  suiteTotal: (suite, passed, total) => `${suite}: ${passed}/${total}`,
  artifactTotal: (checked, failed, absent) =>
    `bundle files and digests: ${checked} as they should be, ${failed} wrong, ${absent} absent`,
  noBundle: () => 'There is no bundle to run. Name one with --bundle DIR, or set MWP_BUNDLE.',
  unusableBundle: (reason) =>
    `The bundle cannot be run: ${reason}. Check that --bundle names the folder with conformance/, cryptography/ and admission/.`,
  unreadable: (path, reason) => `${path} cannot be read: ${reason}. Check the path and your rights.`,
  unwritable: (path, reason) => `${path} cannot be written: ${reason}. Check the path and your rights.`,
  exists: (path) =>
    `${path} exists already and was left alone. A key is never overwritten: choose another name.`,
  notStrictJson: (path, line, column, reason) =>
    `${path} is not strict JSON: ${reason} in line ${line}, column ${column}. Mend it there.`,
  unknownKind: (kind, kinds) =>
    `There is no kind of signed document called ${kind}. Choose one of: ${kinds}.`,
  badPrincipal: (text) =>
    `${text} names no Principal. Write agent:ID, human:ID or service:ID with an absolute URI as ID.`,
  badIdentifier: (what, text) =>
    `${what} ${text} is not an absolute URI of at most 512 characters. Write one such as urn:example:key:1.`,
  badTimestamp: (text) => `${text} is not a protocol timestamp. Write one such as 2026-01-31T12:00:00Z.`,
  badKeyFile: (path, reason) => `${path} is not a signing key file: ${reason}. Make one with heddle keygen.`,
  badRegistry: (path, reason) => `${path} is not valid Registry evidence: ${reason}.`,
  registryNeeded: () =>
    'A document is verified against the keys of its Organization. Name their file with --registry FILE.',
  organizationNeeded: (path) =>
    `${path} does not exist yet. Say whose Registry it will be with --organization ID.`,
  otherOrganization: (path, organizationId) =>
    `${path} is the Registry of ${organizationId}, not of the Organization that you named.`,
  keyWritten: (path) =>
    `The secret key is in ${path}. Keep it to yourself; whoever has it can sign in this name.`,
  bindingAdded: (path) => `The public key is bound in ${path}.`,
  bindingToPublish: () => 'Give this binding to the Registry of your Organization:',
  notSigned: (path, reason) => `${path} was not signed: ${reason}.`,
  signed: (kind, keyId, signingHash) => `Signed as ${kind} with ${keyId}; signing hash ${signingHash}.`,
  verified: (path) => `${path}: verified`,
  proven: (facts) => [
    `It is strict JSON, and it fits the schema of kind ${facts.kind}.`,
    `It was signed by ${facts.principalType} ${facts.principalId} with key ${facts.keyId},`,
    `as the Registry of ${facts.organizationId} binds it, at a time when the key was valid (${facts.protectedTime}).`,
    `Nothing in it has changed since: signing hash ${facts.signingHash}.`,
    'Not proven here: that the signer was allowed to do this, that it is fresh, or when it was first admitted.',
  ],
  refused: (path, stageNumber, stage) => `${path}: refused at stage ${stageNumber} of 6 (${stage})`,
  refusal: (reason, detail) => [REASONS[reason as VerificationReason], `In detail: ${detail}`],
  organizationMade: (folder, organizationId) => [
    `The Organization ${organizationId} is in ${folder}.`,
    'Read organization.yaml there: it is the policy, with comments. The keys in keys/ are secret; back them up.',
    `Next: heddle authority status ${folder}`,
  ],
  status: ({ organizationId, events, groups, keys, registryFault, problems }) => [
    `Organization: ${organizationId}`,
    `Events: ${events} in ${groups} Groups`,
    registryFault === undefined ? `Registry: ${keys} keys, valid` : `Registry: invalid, ${registryFault}`,
    problems.length === 0 ? 'Database: sound' : `Database: ${problems.length} problems`,
    ...problems.map((problem) => `  ${problem}`),
  ],
  backedUp: (target) => `The copy is in ${target} and was checked. Keep keys/ and organization.yaml with it.`,
  serving: (url, organizationId) => [
    `The authority of ${organizationId} listens on ${url} (WebSocket ${url.replace('http', 'ws')}/ws).`,
    'Stop it with Ctrl-C: it answers what is under way first.',
  ],
  servingMetrics: (url) => `Metrics for operators: ${url}`,
  stopping: () => 'Stopping: no new connections; what is under way is answered.',
  stopped: () => 'Stopped.',
  backgroundFault: (message) => `A fault that nobody was waiting for: ${message}`,
  enrolled: (keyId) => `The key ${keyId} is bound.`,
  cardRegistered: (agentId, cardVersion) => `The card of ${agentId} is registered, version ${cardVersion}.`,
  archived: (groupId, throughSequence) => `${groupId} is archived through sequence ${throughSequence}.`,
  notAccepted: (code, message) => `The authority did not accept it: ${message} (${code}).`,
  badPort: (text) => `${text} is no port. Write a number from 0 to 65535.`,
  logProgress: (position) => `… ${position} Events`,
  logVerified: (events, groups, records) =>
    `Every one of ${events} Events in ${groups} Groups is signed, admitted and in its place; the ${records} records of the state are what they say.`,
  logFinding: (position, message) => (position === undefined ? message : `Event ${position}: ${message}`),
  logBroken: (count) =>
    `${count} findings. Do not repair anything by hand: keep the database as it is, and compare it with a backup.`,
  storeFault: (kind, message) => `${STORE_FAULTS[kind] ?? STORE_FAULTS['other'] ?? ''} In detail: ${message}`,
  organizationFault: (message) => `The folder cannot be used: ${message}.`,
  notKept: 'Something went wrong in Heddle itself. Nothing was changed. Please report this:',
};
