// A run of a brief as windows show it.
import type { BriefRunRow } from '../contract/briefs.ts';
import type { Language } from '../contract/values.ts';
import type { BriefQuestion, ItemProgress } from '../coordinator/brief-run/run-types.ts';
import {
  describeChoice,
  describeObstacle,
  describePhase,
  describeQuestion,
} from '../coordinator/brief-run/words.ts';
import { proposalIdOf } from '../coordinator/briefs/plan-brief.ts';
import { say } from '../coordinator/desk-runtime/words/texts.ts';
import { millisecondsOf } from '../sync/sync-ports.ts';
import { obstacleWords } from './desk-brief-faults.ts';
import type { BriefRunRecord } from './desk-brief-record.ts';
import type { DeskBriefRun } from './desk-brief-run.ts';
import { BRIEF_HOST_WORDS } from './desk-brief-words.ts';

export function briefRunRow(run: DeskBriefRun, language: Language): BriefRunRow {
  const { record, step, questions } = run;
  const { runId, connectionId, plan, pace, isPaused, startedAt } = record;
  // The log says so before it is kept.
  const outcome = record.outcome ?? step?.outcome?.result;
  const words = BRIEF_HOST_WORDS[language];
  const phase = outcome === undefined ? (step?.phase ?? 'creating') : 'ended';
  const state = phase === 'ended' ? (outcome ?? 'working') : phase;
  const text = pace === 'by-hand' && phase === 'working' ? words.byHand : words.phases[state];
  const row: BriefRunRow = {
    id: runId,
    // What runs first, then the newest.
    sort: `${phase === 'ended' ? 1 : 0} ${Number.MAX_SAFE_INTEGER - millisecondsOf(startedAt)}`,
    runId,
    connectionId,
    groupId: plan.groupId,
    title: plan.brief.title,
    pace,
    phase,
    phaseWords: say(`brief-run.${state}`, text),
    items: (step?.progress ?? []).map((item) => itemModel(item, record, language)),
    questions: questions.map((question) => questionModel(question, language)),
    workers: record.crew.map(({ worker: { name, agentId } }) => {
      const its = run.stateOf(name);
      return { name, agentId, state: its, words: say(`brief-worker.${its}`, words.workers[its]) };
    }),
    obstacles: [
      ...run.obstacles().map((obstacle) => obstacleWords(obstacle, language)),
      ...(step?.obstacles ?? []).map((obstacle) =>
        say(`brief-run.${obstacle.obstacle.code}`, describeObstacle(obstacle, language)),
      ),
    ],
    isPaused,
  };
  if (outcome !== undefined) row.outcome = outcome;
  return row;
}

function itemModel(
  { item, phase, groupId, workItemId, attempts, agentId, activity }: ItemProgress,
  { plan, connectionId }: BriefRunRecord,
  language: Language,
): BriefRunRow['items'][number] {
  const model: BriefRunRow['items'][number] = {
    name: item,
    phase,
    words: say(`brief-item.${phase}`, describePhase(phase, language)),
    attempts,
  };
  if (phase === 'proposed') {
    model.object = { connectionId, groupId, type: 'proposal', id: proposalIdOf(workItemId) };
  } else if (phase !== 'planned') {
    model.object = { connectionId, groupId, type: 'workItem', id: workItemId };
  }
  const worker = plan.workers.find((each) => each.agentId === agentId);
  if (worker !== undefined) model.worker = worker.name;
  if (activity !== undefined) model.activity = activity;
  return model;
}

/** An answer that cannot do without words. */
const WITH_TEXT: ReadonlySet<string> = new Set(['unblock', 'request-changes']);

function questionModel(question: BriefQuestion, language: Language): BriefRunRow['questions'][number] {
  const { questionId, kind } = question;
  const text = describeQuestion(question, language);
  const isApproval = APPROVALS.has(kind);
  return {
    questionId,
    kind,
    words: say(
      `brief-question.${kind}`,
      isApproval ? `${text} ${BRIEF_HOST_WORDS[language].approveElsewhere}` : text,
    ),
    choices: choicesOf(question).map((choice) => ({
      choice,
      words: say(`brief-choice.${choice}`, describeChoice(choice, language)),
      needsText: WITH_TEXT.has(choice),
    })),
  };
}

const APPROVALS: ReadonlySet<BriefQuestion['kind']> = new Set(['final-approval', 'execution-approval']);
/** What makes an Approval of the human's, or takes one away: signed on a sheet, by whoever has seen what it is about. */
const SIGNED_ELSEWHERE: ReadonlySet<string> = new Set(['approve', 'request-changes', 'cancel']);

/** The answers that a run takes: it never approves for a person. */
export function choicesOf({ kind, choices }: BriefQuestion): readonly BriefQuestion['choices'][number][] {
  return APPROVALS.has(kind) ? choices.filter((choice) => !SIGNED_ELSEWHERE.has(choice)) : choices;
}
