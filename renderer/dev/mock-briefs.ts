// Templates of briefs on the sample desk. Text without a title is no brief.
import type { implement } from '@orpc/server';
import type { BriefTemplate } from '../../core/contract/briefs.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import type { SampleContext } from './sample-world.ts';

type Briefs = ReturnType<typeof implement<typeof deskContract>>['briefs'];

export function mockTemplates(os: Briefs, contextOf: () => SampleContext) {
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
