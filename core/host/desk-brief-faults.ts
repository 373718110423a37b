// Why a brief is not run on this computer, or why its run waits: a code with values, and words for people in every language.
import type { Fault, Language, Words } from '../contract/values.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { BRIEF_HOST_WORDS } from './desk-brief-words.ts';
import type { MissionFault, MissionFaultValues } from './mission-faults.ts';

/** What can be wrong with a brief and its folders, as for a Mission of the command line. */
type BriefPart = Pick<
  MissionFaultValues,
  | 'lines'
  | 'unreadable'
  | 'unwritable'
  | 'input-missing'
  | 'input-unknown'
  | 'input-not-folder'
  | 'capability-missing'
  | 'not-plannable'
  | 'would-be-refused'
  | 'no-worker'
>;

export interface BriefObstacleValues extends BriefPart {
  readonly 'no-connection': object;
  /** No human, or no Agent, of this connection has its key on this computer. */
  readonly 'no-owner': object;
  readonly 'no-coordinator': object;
  readonly 'key-locked': object;
  readonly 'key-unusable': object;
  readonly offline: object;
  readonly 'no-human-path': object;
  /** Workers that only the operator of the Authority can enrol. */
  readonly 'to-enrol': { readonly workers: readonly string[] };
  readonly 'agent-unknown': { readonly worker: string };
  /** A configuration that does not come with this app, of a brief without a folder. */
  readonly 'needs-folder': { readonly worker: string; readonly config: string };
  readonly 'child-by-hand': { readonly item: string };
  /** Another runtime coordinates under this identity (WS-016). */
  readonly replaced: object;
  readonly 'worker-ended': { readonly worker: string; readonly how: string };
  readonly failed: { readonly detail: string };
}

export type BriefObstacle = {
  readonly [Code in keyof BriefObstacleValues]: {
    readonly code: Code;
    readonly values: BriefObstacleValues[Code];
  };
}[keyof BriefObstacleValues];

export function briefObstacle<Code extends keyof BriefObstacleValues>(
  code: Code,
  values: BriefObstacleValues[Code],
): BriefObstacle {
  // Code and values belong together by the type of the arguments.
  return { code, values } as BriefObstacle;
}

/** A fault of a Mission as an obstacle of the desk; the others cannot come about here. */
export function obstacleOf(fault: MissionFault): BriefObstacle {
  return fault.code in BRIEF_HOST_WORDS.en.obstacles
    ? (fault as BriefObstacle)
    : briefObstacle('failed', { detail: fault.code });
}

export function obstacleWords({ code, values }: BriefObstacle, language: Language): Words {
  // The text for a code takes the values of this code.
  const describe = BRIEF_HOST_WORDS[language].obstacles[code] as (values: BriefObstacle['values']) => string;
  return say(`brief-obstacle.${code}`, describe(values), { ...values });
}

/** All that is wrong as one refusal, whose code is that of the first. */
export function refusalOf(
  obstacles: readonly BriefObstacle[],
  language: Language,
): { readonly ok: false; readonly fault: Fault } {
  const all = obstacles.map((each) => obstacleWords(each, language));
  const text = all.map((words) => words.text).join('\n');
  const [first] = obstacles;
  return {
    ok: false,
    fault: {
      code: first?.code ?? 'failed',
      words: { key: all[0]?.key ?? 'brief-obstacle', values: {}, text },
    },
  };
}
