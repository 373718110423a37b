// Texts about Agents, members and Delegation Grants. A language that forgets one does not compile.
import type { RecordFigure } from '../../../contract/people.ts';
import type { Language } from '../../../contract/values.ts';
import type { AgentCard, Membership } from '../../../protocol/generated/documents.ts';
import type { GrantStanding } from '../../desk/policy/grant-standing.ts';
import { PEOPLE_WORDS_DE } from './people-words-de.ts';
import { PEOPLE_WORDS_EN } from './people-words-en.ts';

type Name = (name: string) => string;

export interface PeopleWords {
  readonly cardStatuses: { readonly [Status in AgentCard['status']]: string };
  readonly roles: { readonly [Role in Membership['role']]: string };
  readonly figures: { readonly [Each in RecordFigure['id']]: string };
  readonly recordBasis: { readonly one: Name; readonly all: (missions: number) => string };
  readonly obligations: {
    readonly coordinates: string;
    readonly ownsMission: string;
    readonly holds: (title: string, state: string) => string;
    readonly offered: Name;
    readonly grant: Name;
    readonly delegated: Name;
    readonly provisional: string;
  };
  readonly endMember: string;
  readonly endFaults: {
    readonly owner: string;
    readonly coordinator: string;
    readonly ended: string;
  };
  readonly standings: { readonly [Each in GrantStanding]: string };
  readonly endsWith: {
    readonly time: (at: string) => string;
    readonly coordinator: (name: string, epoch: number) => string;
    readonly membership: (name: string, epoch: number) => string;
    readonly target: Name;
  };
  readonly delegateFaults: {
    readonly notMember: string;
    readonly notDelegate: string;
    readonly provisional: string;
    readonly inactiveCard: string;
  };
  readonly targetFault: (state: string) => string;
  readonly roleFaults: { readonly owner: Name; readonly coordinator: Name };
}

const WORDS: { readonly [Each in Language]: PeopleWords } = { en: PEOPLE_WORDS_EN, de: PEOPLE_WORDS_DE };

export function peopleWords(language: Language): PeopleWords {
  return WORDS[language];
}
