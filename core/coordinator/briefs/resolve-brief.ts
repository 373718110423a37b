// From a brief's shape to its meaning: defaults, names, bounds. Says everything that is wrong at once; a brief that
// passes gives a Mission that the protocol's rules accept.
import type { MissionBriefFile } from '../../protocol/generated/documents.ts';
import { accept, refuse, type Result } from '../../protocol/result.ts';
import type { Brief, BriefWorkerEntry } from './brief.ts';
import { checkShape } from './check-shape.ts';
import type { BriefFault } from './faults.ts';
import { Findings } from './findings.ts';
import { type BriefFormat, readSource } from './read-source.ts';
import { resolveMission } from './resolve-work.ts';
import { readMissionBudget } from './share-budget.ts';
import { type BriefContext, leaseSeconds, resolveDeadline, splitCapability } from './terms.ts';

export interface ReadBriefOptions {
  readonly format: BriefFormat;
  /** When the Mission begins, in milliseconds since 1970: relative deadlines count from here. */
  readonly startMs: number;
}

/** Reads and checks a brief; or all its faults, in the order of the file. */
export function readBrief(
  bytes: Uint8Array,
  { format, startMs }: ReadBriefOptions,
): Result<Brief, readonly BriefFault[]> {
  const source = readSource(bytes, format);
  if (!source.ok) return source;
  const shape = checkShape(source.value);
  if (!shape.ok) return refuse(inOrder(shape.fault));
  const findings = new Findings(source.value);
  const brief = resolveBrief(findings, shape.value, startMs);
  return findings.faults.length === 0 ? accept(brief) : refuse(inOrder(findings.faults));
}

function inOrder(faults: readonly BriefFault[]): readonly BriefFault[] {
  return faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function resolveBrief(findings: Findings, file: MissionBriefFile, startMs: number): Brief {
  const inputs = Object.entries(file.inputs ?? {}).map(([name, description]) => ({
    name,
    resource: `folder:${name}`,
    description: description ?? '',
  }));
  const context: BriefContext = {
    findings,
    startMs,
    inputs,
    workers: resolveWorkers(findings, file),
    isApprovalForAll: file.approvals?.execution === 'all',
  };
  const { offers, coordinator, approvals } = file;
  return {
    title: file.title,
    inputs,
    mission: resolveMission(context, {
      path: [],
      name: file.title,
      objective: file.objective,
      definitionOfDone: file.definitionOfDone,
      work: file.work,
      budget: readMissionBudget(findings, ['budget'], file.budget),
      deadline: resolveDeadline(context, ['deadline'], file.deadline, undefined),
      permissions: file.permissions ?? {},
      depth: 0,
    }),
    workers: context.workers,
    offers: {
      validForSeconds: leaseSeconds(findings, ['offers', 'validFor'], offers?.validFor ?? '5m'),
      atOnce: offers?.atOnce ?? 3,
    },
    coordinatorLeaseSeconds: leaseSeconds(findings, ['coordinator', 'lease'], coordinator?.lease ?? '5m'),
    approvalPolicyVersion: approvals?.policyVersion,
    resolutions: (file.whenBlocked ?? []).map(({ contains, do: act, answer }) => ({ contains, act, answer })),
    archive: file.cleanup?.archive ?? false,
  };
}

function resolveWorkers(findings: Findings, { workers }: MissionBriefFile): readonly BriefWorkerEntry[] {
  return Object.entries(workers).flatMap(([name, worker]) => {
    if (worker === undefined) return [];
    const { config, agent, capabilities, slots = 1 } = worker;
    if ((config === undefined) === (agent === undefined)) {
      findings.add(['workers', name], 'worker-source', {}, 'name');
    }
    const source = config === undefined ? { agentId: agent ?? '' } : { config };
    const known = new Set<string>();
    const refs = capabilities.map(splitCapability);
    refs.forEach(({ id }, index) => {
      if (known.has(id)) findings.add(['workers', name, 'capabilities', index], 'repeated-id', { id });
      known.add(id);
    });
    return [{ name, source, capabilities: refs, slots }];
  });
}
