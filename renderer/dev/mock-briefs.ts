// Briefs on the sample desk: their templates, what would be done, and runs. Text without a title is no brief.
import type { implement } from '@orpc/server';
import type { BriefRunRow, BriefTemplate } from '../../core/contract/briefs.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import type { NoSummary } from '../../core/contract/live.ts';
import type { MockRows } from './mock-live.ts';
import { dimension, type SampleContext } from './sample-world.ts';

type Briefs = ReturnType<typeof implement<typeof deskContract>>['briefs'];

export function mockBriefs(
  os: Briefs,
  runs: MockRows<BriefRunRow, NoSummary>,
  contextOf: () => SampleContext,
) {
  const done = { ok: true as const, value: {} };
  return {
    ...mockTemplates(os, contextOf),
    check: os.check.handler(({ input }) =>
      input.text.includes('title')
        ? {
            kind: 'plan' as const,
            plan: {
              title: 'Weekly report of the portal',
              objective: 'A report that the team reads in five minutes.',
              deadlineAtMs: contextOf().nowMs + 86_400_000,
              work: [
                { name: 'collect', goal: 'Collect the figures of the week', needs: [], worker: 'analyst' },
                { name: 'write', goal: 'Write the report', needs: ['collect'], worker: 'writer' },
              ],
              workers: [
                { name: 'analyst', slots: 1, config: '../workers/analyst/worker.yaml' },
                { name: 'writer', slots: 2 },
              ],
              inputs: [{ name: 'figures', description: 'Folder with the exports of the week' }],
              budget: [dimension('money', 0, 0, 12), dimension('modelTokens', 0, 0, 200_000)],
              obstacles: [],
            },
          }
        : {
            kind: 'faults' as const,
            faults: [
              {
                words: contextOf().say('“title” is missing.', '„title“ fehlt.'),
                line: 1,
                column: 1,
                path: '/title',
              },
            ],
          },
    ),
    run: os.run.handler(() => ({ ok: true as const, value: { runId: 'run-1' } })),
    follow: os.follow.handler(({ signal }) => runs.follow(signal)),
    answer: os.answer.handler(({ input }) => {
      const run = runs.rows.find(({ runId }) => runId === input.runId);
      if (run !== undefined) {
        runs.put({
          ...run,
          questions: run.questions.filter(({ questionId }) => questionId !== input.questionId),
        });
      }
      return done;
    }),
    pause: os.pause.handler(({ input }) => {
      const run = runs.rows.find(({ runId }) => runId === input.runId);
      if (run !== undefined) runs.put({ ...run, isPaused: input.isPaused });
      return done;
    }),
  };
}

function mockTemplates(os: Briefs, contextOf: () => SampleContext) {
  let own: readonly BriefTemplate[] = [];
  return {
    templates: os.templates.handler(() => ({ templates: [...builtIn(contextOf()), ...own] })),
    importTemplate: os.importTemplate.handler(({ input: { name, text, format } }) => {
      const { say, nowMs } = contextOf();
      const title = /title:\s*(.+)/u.exec(text)?.[1];
      if (title === undefined) {
        const words = say(
          '“title” is missing. A brief needs a title of at most 200 characters.',
          '„title“ fehlt. Ein Brief braucht einen Titel von höchstens 200 Zeichen.',
        );
        const faults = [{ words, line: 1, column: 1, path: '/title' }];
        return { ok: true as const, value: { kind: 'faults' as const, faults } };
      }
      const templateId = `own-${own.length + 1}`;
      own = [
        {
          templateId,
          origin: 'own',
          name,
          title,
          objective: '',
          workers: [],
          inputs: [],
          importedAtMs: nowMs,
          format,
          text,
          faults: [],
        },
        ...own,
      ];
      return { ok: true as const, value: { kind: 'kept' as const, templateId } };
    }),
    removeTemplate: os.removeTemplate.handler(({ input: { templateId } }) => {
      own = own.filter((each) => each.templateId !== templateId);
      return { ok: true as const, value: {} };
    }),
  };
}

function builtIn({ say }: SampleContext): readonly BriefTemplate[] {
  return [
    {
      templateId: 'built-in:folder-audit',
      origin: 'built-in',
      name: 'folder-audit.yaml',
      title: say('Audit of a folder', 'Prüfung eines Ordners').text,
      objective: say(
        'Say what is in the folder and what is wrong with it.',
        'Sagen, was in dem Ordner liegt und was damit nicht stimmt.',
      ).text,
      workers: ['inventory', 'checks', 'writer', 'reviewer'],
      inputs: ['input'],
      format: 'yaml',
      text: 'brief: 1\ntitle: Audit of a folder\n',
      faults: [],
    },
  ];
}
