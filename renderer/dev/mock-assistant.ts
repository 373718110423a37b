// The assistant of the sample desk: its stop key and its settings change what it shows, and nothing is ever signed.
import type { implement } from '@orpc/server';
import type { AssistantRow, AssistantSettings, AssistantSummary } from '../../core/contract/assistant.ts';
import type { deskContract } from '../../core/contract/contract.ts';
import type { MockRows } from './mock-live.ts';
import { sampleAssistantSettings, sampleAssistantSummary, sampleModelPreview } from './sample-assistant.ts';
import type { SampleContext } from './sample-world.ts';

type Assistant = ReturnType<typeof implement<typeof deskContract>>['assistant'];

export function createMockAssistant(
  os: Assistant,
  rows: MockRows<AssistantRow, AssistantSummary>,
  contextOf: () => SampleContext,
  isEmpty: boolean,
) {
  const done = { ok: true as const, value: {} };
  let changed: Partial<AssistantSettings> = {};
  const settings = (): AssistantSettings => ({
    ...sampleAssistantSettings(contextOf(), isEmpty),
    ...changed,
  });
  const setStopped = (isStopped: boolean) => {
    rows.summarize(sampleAssistantSummary(rows.rows, isStopped, contextOf().nowMs));
    return done;
  };
  return {
    follow: os.follow.handler(({ signal }) => rows.follow(signal)),
    stop: os.stop.handler(() => setStopped(true)),
    resume: os.resume.handler(() => setStopped(false)),
    settings: os.settings.handler(() => settings()),
    saveMatrix: os.saveMatrix.handler(({ input: { matrix, isConfirmed } }) => {
      const { say } = contextOf();
      const nameless = matrix.rules.findIndex(({ id }) => id === '');
      if (nameless !== -1) {
        const words = say('A rule needs a name.', 'Eine Regel braucht einen Namen.');
        return { kind: 'faults' as const, faults: [{ path: `rules[${nameless}].id`, words }] };
      }
      const known = new Set(settings().matrix.rules.map(({ id }) => id));
      const fresh = matrix.rules.filter(({ id }) => !known.has(id));
      if (fresh.length > 0 && !isConfirmed) {
        const widenings = fresh.map(({ id }) =>
          say(
            `The rule ${id} is new: what it names is signed without you.`,
            `Die Regel ${id} ist neu: Was sie nennt, wird ohne dich unterzeichnet.`,
          ),
        );
        return { kind: 'widens' as const, widenings };
      }
      changed = { ...changed, matrix };
      return { kind: 'kept' as const };
    }),
    saveWeights: os.saveWeights.handler(({ input }) => {
      changed = { ...changed, weights: input };
      return done;
    }),
    saveModel: os.saveModel.handler(({ input: { model } }) => {
      const { model: _old, ...rest } = changed;
      changed = model === undefined ? rest : { ...rest, model };
      return done;
    }),
    saveModelKey: os.saveModelKey.handler(({ input }) => {
      changed = { ...changed, hasModelKey: input.key !== '' };
      return done;
    }),
    testModel: os.testModel.handler(() => ({
      ok: true as const,
      value: {
        words: contextOf().say(
          'llama3.3 has answered. This took 84 tokens.',
          'llama3.3 hat geantwortet. Das brauchte 84 Token.',
        ),
        tokens: 84,
      },
    })),
    askModel: os.askModel.handler(() => ({
      ok: true as const,
      value: {
        text: 'Two risks are not named: lost devices, and sessions that outlive a password.',
        tokens: 412,
      },
    })),
    previewModel: os.previewModel.handler(({ input }) => ({
      ok: true as const,
      value: sampleModelPreview(input.wish),
    })),
  };
}
