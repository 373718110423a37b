// The text of a new Worker's configuration: what is set, and with comments everything else that can be.
import { resolve } from 'node:path';

/** A capability as it stands on a command line: what it is, and what runs for it. */
export interface NewCapability {
  readonly id: string;
  readonly version: string;
  /** A script for Node by its ending, otherwise an executable: a path from here, or a name of the search path. */
  readonly program: string;
}

export interface NewWorker {
  readonly agentId: string;
  readonly name: string;
  readonly origin: string;
  readonly organizationId: string;
  readonly hasCertificate: boolean;
  readonly capabilities: readonly NewCapability[];
  /** A configuration to take everything else from; undefined for one that stands by itself. */
  readonly base: string | undefined;
}

const NODE_SCRIPT = /\.[cm]?[jt]s$/;

export function workerConfigText(worker: NewWorker): string {
  return `# A Worker: who it is, what it can do, and within which bounds. Changes count from its next start.
# Paths are relative to this file.
worker: 1

# Who it is. The key is secret: whoever has it can act in this name.
identity:
  agentId: ${quote(worker.agentId)}
  name: ${quote(worker.name)}
  key: key.json

# Where its Authority is${worker.hasCertificate ? ', and the only certificate that is believed' : ''}.
authority:
  origin: ${quote(worker.origin)}
  organizationId: ${quote(worker.organizationId)}
${worker.hasCertificate ? '  ca: authority.pem\n' : ''}${worker.base === undefined ? '' : baseText(worker.base)}${capabilitiesText(worker.capabilities)}
${OPTIONAL}`;
}

function baseText(base: string): string {
  return `
# Everything that is not said here is taken from there, section by section.
base: ${quote(resolve(base))}
`;
}

function capabilitiesText(capabilities: readonly NewCapability[]): string {
  if (capabilities.length === 0) return '';
  return `
# What it can do, each with what runs for it: node (a script under Node's permission model), program (any executable) or
# module (a function of the Worker's own process). Another capability or version also needs a new card.
capabilities:
${capabilities.map((capability) => capabilityText(capability)).join('')}`;
}

function capabilityText({ id, version, program }: NewCapability): string {
  const isPath = /[/\\]/.test(program) || NODE_SCRIPT.test(program);
  const kind = NODE_SCRIPT.test(program) ? 'node' : 'program';
  return `  ${quote(`${id}@${version}`)}:
    ${kind}: ${quote(isPath ? resolve(program) : program)}
    args: []
${kind === 'node' ? '    # Files and folders that the script may read beside what a run is given; its own folder when left out.\n    # code: [../shared]\n' : ''}    # Whether it saves a checkpoint when it is asked (docs/runners.md).
    checkpoints: false
    # Variables that only runs of this capability get. A value comes from a file that only you may read, or from the
    # environment of the Worker; it never stands here.
    # secrets:
    #   API_KEY: { file: secrets/api-key }
    #   OTHER_KEY: { environment: OTHER_KEY }
    # Work with less budget than this is declined.
    # needs: { toolCalls: 10 }
`;
}

/** A text in YAML as in JSON: whatever is in it, it stays one text. */
function quote(text: string): string {
  return JSON.stringify(text);
}

const OPTIONAL = `# How many runs at once.
# slots: 1

# Folders of this machine that runs may read. \`input\` stands for the resource folder:input of a contract.
# folders:
#   input:
#     path: /srv/documents
#     # Only for work of these Groups; for all when left out.
#     groups: ["urn:example:group:1"]

# How Groups share the slots. A Group that is not named has weight 1, no limit of its own and no bias.
# groups:
#   "urn:example:group:1": { weight: 2, slots: 1, bias: 10 }
# otherGroups: accept # or: decline

# How long a run keeps its slot before more pressing work may ask for it.
# preemptAfter: 1m

# Which offers are accepted.
# admission:
#   sideEffectRisks: [none, reversible] # also: external, high_risk, destructive
#   maxQueued: 100
#   maxActive: 1 # as many as slots when left out
#   acceptWaiting: true # before the work that it needs is verified
#   maxWait: 1d # how long accepted work may wait for a slot
#   resources: ["tool:pandoc"] # beside the folders; whatever a contract allows when left out

# Limits of one run; its contract narrows them.
# limits:
#   wallClock: 1h
#   cpu: 1h
#   outputMiB: 1024
#   memoryMiB: 512 # no limit when left out

# How long rights are asked for.
# lease:
#   length: 5m
#   renewAfterShare: 0.5
#   stopMargin: 10s # everything under the lease has ended so long before it does
#   checkpointWait: 30s
#   resumeWithin: 15m # work that was given back stays ours
#   blocked: 1d # and blocked work

# Without a connection, work that can be undone goes on for a while.
# offline:
#   grace: 2m
#   maxActions: 32
`;
