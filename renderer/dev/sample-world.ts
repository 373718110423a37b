// The sample Organization: people, Missions and WorkItems that all sample rows speak of. Everything is made up.
import type {
  ActionModel,
  BudgetDimension,
  Language,
  ObjectAddress,
  Person,
  Words,
} from '../../core/contract/values.ts';

export const ACME = 'acme.example';
export const LAB = 'lab.local';

export const ADA: Person = { type: 'human', id: 'urn:acme:human:ada', name: 'Mission owner' };
export const ASSISTANT: Person = { type: 'agent', id: 'urn:acme:agent:assistant', name: 'Assistant' };
export const ADA_LAB: Person = { type: 'human', id: 'urn:lab:human:ada', name: 'Ada (lab)' };
export const CODER: Person = { type: 'agent', id: 'urn:acme:agent:coder-1', name: 'coder-1' };
export const ANALYST: Person = { type: 'agent', id: 'urn:acme:agent:analyst', name: 'analyst' };
export const DEPLOYER: Person = { type: 'agent', id: 'urn:acme:agent:deployer', name: 'deployer' };
export const SEC_1: Person = { type: 'agent', id: 'urn:acme:agent:sec-1', name: 'sec-1' };
export const SEC_2: Person = { type: 'agent', id: 'urn:acme:agent:sec-2', name: 'sec-2' };
export const WRITER: Person = { type: 'agent', id: 'urn:acme:agent:writer', name: 'writer' };
export const LAB_COORDINATOR: Person = { type: 'agent', id: 'urn:lab:agent:planner', name: 'planner' };

export const AUTH = 'urn:acme:group:01J8ZK4T9X-auth0001';
export const SECURITY = 'urn:acme:group:01J8ZK5B2M-secrev01';
export const CLI = 'urn:lab:group:01J8ZKAA7Q-cli00200';
export const BILLING = 'urn:acme:group:01J8ZKC3F0-billing1';
export const HANDBOOK = 'urn:acme:group:01J8YB1000-handbook';

export const item = (name: string): string => `urn:acme:work-item:01J8ZL-${name}`;

/** What a sample text is made with: the language and the moment of everything. */
export interface SampleContext {
  readonly nowMs: number;
  readonly language: Language;
  /** A text in both languages. */
  readonly say: (en: string, de: string, key?: string) => Words;
}

export function createContext(nowMs: number, language: Language): SampleContext {
  return {
    nowMs,
    language,
    say: (en, de, key = 'sample.text') => ({ key, values: {}, text: language === 'de' ? de : en }),
  };
}

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The title of a Mission; people write them in one language. */
export const TITLES: Readonly<Record<string, string>> = {
  [AUTH]: 'Sign-in for the customer portal',
  [SECURITY]: 'Security review of the sign-in',
  [CLI]: 'Release of the CLI 2.0',
  [BILLING]: 'Move billing exports to the new ledger',
  [HANDBOOK]: 'Handbook for the on-call rotation',
};

export const ITEM_TITLES: Readonly<Record<string, string>> = {
  [item('requirements')]: 'Analyse requirements',
  [item('sessions')]: 'Design the session model',
  [item('service')]: 'Implement the sign-in service',
  [item('passwords')]: 'Password policy and storage',
  [item('threats')]: 'Threat model',
  [item('limits')]: 'Rate limiting',
  [item('staging')]: 'Deploy to staging',
  [item('load')]: 'Load test at 2 000 sign-ins per minute',
  [item('a11y')]: 'Accessibility check of the forms',
  [item('docs')]: 'Write the integration guide',
  [item('accounts')]: 'Migrate existing accounts',
  [item('notes')]: 'Release notes',
};

export function address(
  type: ObjectAddress['type'],
  id: string,
  groupId: string = AUTH,
  connectionId: string = ACME,
): ObjectAddress {
  return { connectionId, type, groupId, id };
}

export function action(
  id: string,
  words: Words,
  more: Partial<Omit<ActionModel, 'id' | 'words'>> = {},
): ActionModel {
  return { id, words, by: 'coordinator', isEnabled: more.reason === undefined, warnings: [], ...more };
}

export function dimension(
  name: BudgetDimension['dimension'],
  used: number,
  reserved: number,
  limit?: number,
): BudgetDimension {
  const base = { dimension: name, used: String(used), reserved: String(reserved) };
  if (limit === undefined) return base;
  return {
    ...base,
    limit: String(limit),
    free: String(Math.max(0, limit - used - reserved)),
    share: limit === 0 ? 1 : (used + reserved) / limit,
  };
}

export const AUTH_BUDGET: BudgetDimension[] = [
  dimension('money', 71.4, 12.5, 180),
  dimension('modelTokens', 452_000, 60_000, 1_200_000),
  dimension('toolCalls', 221, 40, 1_000),
  dimension('computeSeconds', 900, 0, 10_000),
  dimension('wallClockSeconds', 7_900, 3_600, 14_400),
  dimension('externalActions', 4, 1, 5),
];

export const hash = (digits: string): string => `sha256:${digits.repeat(64).slice(0, 64)}`;
