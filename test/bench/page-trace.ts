// How long the main thread of a page is busy in one go, out of a recorded trace.
import type { Browser, Page } from 'playwright-core';

export interface TaskFigures {
  readonly longestTaskMs: number;
  /** Of processor time: what else runs on the machine does not count. */
  readonly longestTaskCpuMs: number;
  readonly tasksOver50Cpu: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Records a trace while `work` runs. */
export async function traceTasks<Answer>(
  browser: Browser,
  page: Page,
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly tasks: TaskFigures }> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  const answer = await work();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return { answer, tasks: longestTask(trace.traceEvents) };
}

/** Of the main threads of the pages. */
function longestTask(events: readonly TraceEvent[]): TaskFigures {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of a page');
  const cpu = tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1_000);
  return {
    longestTaskMs: Math.max(...tasks.map(({ dur = 0 }) => dur / 1_000)),
    longestTaskCpuMs: Math.max(...cpu),
    tasksOver50Cpu: cpu.filter((ms) => ms > 50).length,
  };
}
