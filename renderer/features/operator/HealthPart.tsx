// How the Authority is: one look at everything that can be looked at quickly, and the counters of the process that serves.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AdministeredRow, HealthReport } from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { formatNumber } from '../../ui/format.ts';
import { drop } from '../../ui/drop.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { JobPart } from './JobPart.tsx';

type Tone = HealthReport['verdict'] | 'plain';

const ICONS: { readonly [Each in Tone]: typeof IconCheck } = {
  plain: IconCircle,
  good: IconCheck,
  warn: IconAlertTriangle,
  bad: IconX,
};

export function HealthPart(props: { readonly authority: AdministeredRow }) {
  const { authority } = props;
  const { authorityId } = authority;
  const { t, language } = useTexts();
  const desk = useDesk();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['operator-health', authorityId, language],
    queryFn: () => desk.operator.health({ authorityId }),
  });
  if (isError) return <LostNote onRetry={() => drop(refetch)} />;
  if (data === undefined) return <Skeleton />;
  if (!data.ok) return <FaultNote fault={data.fault} onRetry={() => drop(refetch)} />;
  const { facts, verdict, verdictWords, checkedAtMs, counters, countersWords } = data.value;
  return (
    <div className="operator-page stack-wide">
      <div className="line-apart">
        <p role="status" className={`strong ${verdict}`}>
          {verdictWords.text}
        </p>
        <span className="line">
          <span className="muted">
            {t('operator.health.checkedAt')} <Instant atMs={checkedAtMs} isFocusable />
          </span>
          <Button variant="default" loading={isFetching} onClick={() => drop(refetch)}>
            {t('operator.health.again')}
          </Button>
        </span>
      </div>
      <dl className="facts operator-health">
        {facts.map(({ id, words, value, tone, advice }) => {
          const Icon = ICONS[tone];
          return [
            <dt key={`${id} name`}>{words.text}</dt>,
            <dd key={id}>
              <span className="operator-check">
                <Icon size={16} className={tone} aria-hidden />
                <span>
                  {value}
                  {tone !== 'plain' && (
                    <span className="visually-hidden"> ({t(`operator.health.tone.${tone}`)})</span>
                  )}
                </span>
              </span>
              {advice !== undefined && <div className="muted">{advice.text}</div>}
            </dd>,
          ];
        })}
      </dl>
      <JobPart authority={authority} tasks={['integrity', 'verify']} onEnd={refetch} />
      <Section title={t('operator.health.counters')} aside={countersWords.text}>
        {counters.length > 0 && (
          <div
            className="operator-table"
            tabIndex={0}
            role="group"
            aria-label={t('operator.health.counters')}
          >
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('operator.health.counter')}</th>
                  <th scope="col">{t('operator.health.labels')}</th>
                  <th scope="col" className="number">
                    {t('operator.health.value')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {counters.map(({ name, labels, value }) => (
                  <tr key={`${name} ${labels}`}>
                    <td className="mono">{name}</td>
                    <td className="mono">{labels.replaceAll('"', '')}</td>
                    <td className="number">{formatNumber(value, language)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </div>
  );
}
