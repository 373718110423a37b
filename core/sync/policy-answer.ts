// What the Authority says of its policy (`GET /v0.1/policy`), read carefully. With it our own rules say what its rules will.
import { DEFAULT_POLICY, type OrganizationPolicy } from '../domain/decision.ts';
import { isJsonObject, type JsonObject } from '../protocol/json.ts';
import { checkSchema } from '../protocol/schema.ts';

const ROLES = Object.keys(DEFAULT_POLICY.services) as (keyof OrganizationPolicy['services'])[];

/** The policy of an answer, or undefined when it is none of this Organization that is understood here. */
export function readPolicyAnswer(answer: unknown, organizationId: string): OrganizationPolicy | undefined {
  const { organizationId: whose, policy } = membersOf(answer);
  if (whose !== organizationId) return undefined;
  const { cooperation, seconds, services, extensions } = membersOf(policy);
  // Everything but the services is what an operator may write into the settings of an Organization, all of it there.
  const settings = { organizationId, policy: { cooperation, seconds, extensions } };
  if (checkSchema('organization-settings', settings) !== undefined) return undefined;
  if (!isWhole(cooperation, DEFAULT_POLICY.cooperation) || !isWhole(seconds, DEFAULT_POLICY.seconds))
    return undefined;
  const known = membersOf(services);
  if (!ROLES.every((role) => isTexts(known[role]))) return undefined;
  // Proven piece by piece above.
  return policy as OrganizationPolicy;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value as JsonObject) ? (value as Readonly<Record<string, unknown>>) : {};
}

function isWhole(value: unknown, like: object): boolean {
  return Object.keys(like).every((name) => Object.hasOwn(membersOf(value), name));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
