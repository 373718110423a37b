// What the assistant may do alone, what it ranks offers by, and which language model it may ask: nothing, until a person says so.
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { Section } from '../../ui/Pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import { MatrixPart } from './MatrixPart.tsx';
import { ModelPart } from './ModelPart.tsx';
import { WeightsPart } from './WeightsPart.tsx';
import './settings.css';

export function AssistantSettings() {
  const { t, language } = useTexts();
  const desk = useDesk();
  const query = useQuery({
    queryKey: ['assistant.settings', language],
    queryFn: () => desk.assistant.settings(),
  });
  const settings = query.data;
  if (settings === undefined) return <Skeleton />;
  const reload = (): void => runInBackground(query.refetch());
  return (
    <>
      <Section title={t('assistant.matrix.title')}>
        <MatrixPart settings={settings} onKept={reload} />
      </Section>
      <Section title={t('assistant.weights.title')}>
        <WeightsPart key={JSON.stringify(settings.weights)} settings={settings} onKept={reload} />
      </Section>
      <Section title={t('assistant.model.title')}>
        <ModelPart key={JSON.stringify(settings.model)} settings={settings} onKept={reload} />
      </Section>
    </>
  );
}
