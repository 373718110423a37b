// Matching of versioned capabilities (OPEN-053): the same id, the same major version, and at least the version asked for.
import type { AgentCard, CapabilityRef } from '../protocol/generated/documents.ts';

/** Whether a capability on offer satisfies one that is required. */
export function satisfies(offered: CapabilityRef, required: CapabilityRef): boolean {
  return (
    offered.id === required.id &&
    majorOf(offered.version) === majorOf(required.version) &&
    compareVersions(offered.version, required.version) >= 0
  );
}

/** The capability of a card that satisfies each requirement, or the first requirement that none satisfies. */
export function matchCapabilities(
  card: AgentCard,
  required: readonly CapabilityRef[],
): { readonly pins: readonly CapabilityRef[]; readonly missing: CapabilityRef | undefined } {
  const pins: CapabilityRef[] = [];
  for (const requirement of required) {
    const best = card.capabilities
      .filter((capability) => satisfies(capability, requirement))
      .toSorted((a, b) => compareVersions(b.version, a.version))[0];
    if (best === undefined) return { pins, missing: requirement };
    pins.push({ id: best.id, version: best.version });
  }
  return { pins, missing: undefined };
}

/** Order of two versions by Semver precedence; build metadata does not count. */
export function compareVersions(a: string, b: string): number {
  const left = splitVersion(a);
  const right = splitVersion(b);
  for (let i = 0; i < 3; i += 1) {
    const difference = compareNumbers(left.core[i] ?? '0', right.core[i] ?? '0');
    if (difference !== 0) return difference;
  }
  // A pre-release comes before the release of the same numbers.
  if (left.pre.length === 0 || right.pre.length === 0) return right.pre.length - left.pre.length;
  for (let i = 0; i < Math.max(left.pre.length, right.pre.length); i += 1) {
    const difference = compareIdentifiers(left.pre[i], right.pre[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function majorOf(version: string): string {
  return splitVersion(version).core[0] ?? '';
}

function splitVersion(version: string): {
  readonly core: readonly string[];
  readonly pre: readonly string[];
} {
  const [withoutBuild = ''] = version.split('+');
  const dash = withoutBuild.indexOf('-');
  const core = (dash === -1 ? withoutBuild : withoutBuild.slice(0, dash)).split('.');
  return { core, pre: dash === -1 ? [] : withoutBuild.slice(dash + 1).split('.') };
}

function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const isNumberA = /^\d+$/.test(a);
  const isNumberB = /^\d+$/.test(b);
  if (isNumberA && isNumberB) return compareNumbers(a, b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Digits of any length, without leading zeros where the version has none. */
function compareNumbers(a: string, b: string): number {
  const left = a.replace(/^0+(?=\d)/, '');
  const right = b.replace(/^0+(?=\d)/, '');
  if (left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}
