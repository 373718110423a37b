// Backups of the database: made while the Authority goes on, checked on a copy, and how one is restored.
import { Button } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import type { AdministeredRow, BackupRow } from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { JobPart } from './JobPart.tsx';

const VERDICT_STATES: { readonly [Each in BackupRow['verdict']]: string } = {
  unchecked: 'open',
  good: 'verified',
  bad: 'failed',
};

export function BackupsPart(props: { readonly authority: AdministeredRow }) {
  const { authority } = props;
  const { authorityId } = authority;
  const { t, language } = useTexts();
  const desk = useDesk();
  const { rows, summary, status } = useLive('operator.backups', { authorityId });
  const check = useRequest(desk.operator.run);
  if (summary === undefined) return status === 'loading' ? <Skeleton /> : <LostNote />;
  const isRunning = summary.job?.state === 'running';
  return (
    <div className="operator-page stack-wide">
      <p>{summary.words.text}</p>
      <JobPart authority={authority} tasks={['backup', 'verify']} />
      {check.fault !== undefined && <FaultNote fault={check.fault} />}
      {check.isLost && <LostNote />}
      {rows.length === 0 ? (
        <EmptyState
          icon={<IconDatabaseExport size={28} stroke={1.5} />}
          title={t('operator.backups.empty')}
          body={t('operator.backups.emptyBody')}
        />
      ) : (
        <Section
          title={t('operator.section.backups')}
          aside={<span className="mono operator-path">{summary.folder}</span>}
        >
          <div
            className="operator-table"
            tabIndex={0}
            role="group"
            aria-label={t('operator.section.backups')}
          >
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('operator.backups.file')}</th>
                  <th scope="col">{t('operator.backups.made')}</th>
                  <th scope="col" className="number">
                    {t('operator.backups.size')}
                  </th>
                  <th scope="col">{t('operator.backups.verdict')}</th>
                  <th scope="col">{t('operator.backups.actions')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td className="mono">{row.name}</td>
                    <td>
                      <Instant atMs={row.madeAtMs} />
                    </td>
                    <td className="number">{formatBytes(row.sizeBytes, language)}</td>
                    <td>
                      <StateWord state={VERDICT_STATES[row.verdict]} words={row.verdictWords} />
                      {row.checkedAtMs !== undefined && (
                        <div className="muted">
                          <Instant atMs={row.checkedAtMs} isRelative />
                          {row.events !== undefined &&
                            `, ${t('operator.backups.events', { events: formatNumber(row.events, language) })}`}
                        </div>
                      )}
                    </td>
                    <td>
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`${t('operator.backups.check')}: ${row.name}`}
                        disabled={isRunning}
                        onClick={() =>
                          drop(() => check.run({ authorityId, task: 'check-backup', path: row.path }))
                        }
                      >
                        {t('operator.backups.check')}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>
      )}
      {summary.restore.length > 0 && (
        <Section title={t('operator.backups.restore')}>
          <ol className="operator-effects">
            {summary.restore.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Section>
      )}
    </div>
  );
}
