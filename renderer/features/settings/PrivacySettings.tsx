// What leaves this computer: by each connection, by the language model, and by nothing else.
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { Section } from '../../ui/Pane.tsx';
import { Skeleton } from '../../ui/states.tsx';
import './settings.css';

export function PrivacySettings() {
  const { t, language } = useTexts();
  const { assistant } = useDesk();
  const { rows, isComplete } = useLive('connections.follow');
  const model = useQuery({
    queryKey: ['assistant.settings', language],
    queryFn: () => assistant.settings(),
  });
  if (!isComplete) return <Skeleton />;
  const baseUrl = model.data?.model?.baseUrl;
  return (
    <div className="settings">
      <p className="muted">{t('data.privacyHint')}</p>
      {rows.length === 0 && <p>{t('data.privacyNone')}</p>}
      {rows.map(({ connectionId, name, origin, kind, sends }) => (
        <Section key={connectionId} title={name}>
          <p className="muted">
            {t(`computer.connections.kinds.${kind}`)} · <span className="mono">{origin}</span>
          </p>
          <ul>
            {sends.map(({ key, text }) => (
              <li key={key + text}>{text}</li>
            ))}
          </ul>
        </Section>
      ))}
      <Section title={t('assistant.model.title')}>
        {baseUrl === undefined ? (
          <p>{t('data.privacyNoModel')}</p>
        ) : (
          <p>
            {t('data.privacyModel')} <span className="mono">{baseUrl}</span>
          </p>
        )}
      </Section>
      <Section title={t('data.privacyElse')}>
        <ul>
          <li>{t('data.privacyTelemetry')}</li>
          <li>{t('data.privacyUpdates')}</li>
          <li>{t('data.privacyReport')}</li>
          <li>{t('data.privacyKeys')}</li>
        </ul>
      </Section>
    </div>
  );
}
