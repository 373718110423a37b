// Epochs for people: which Session of an Agent is here, which are fenced, and who led each Mission since when.
import type { EpochRow } from '../../../core/contract/leases.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Section } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';

type SessionRow = Extract<EpochRow, { type: 'session' }>;
type TermRow = Extract<EpochRow, { type: 'term' }>;

/** Of `StateWord`: sign and colour. */
const SESSION_STATES = { here: 'verified', elsewhere: 'failed', none: 'blocked' } as const;

export function EpochsPane() {
  const { t } = useTexts();
  const { rows, isComplete } = useLive('leases.epochs');
  if (!isComplete) return <Skeleton />;
  const sessions = rows.filter((row): row is SessionRow => row.type === 'session');
  const terms = rows.filter((row): row is TermRow => row.type === 'term');
  return (
    <div className="stack-wide">
      <Section title={t('terms.epochs.sessions')}>
        <p className="muted">{t('terms.epochs.sessionsHint')}</p>
        {sessions.length === 0 ? (
          <p className="muted">{t('terms.epochs.noSessions')}</p>
        ) : (
          <ul className="plain-list stack">
            {sessions.map((row) => (
              <li key={row.id} className="line">
                <span className="strong">{row.agent.name}</span>
                <StateWord state={SESSION_STATES[row.standing]} words={row.words} />
                {row.sinceMs !== undefined && (
                  <span className="muted">
                    {t('terms.epochs.since')} <Instant atMs={row.sinceMs} isFocusable />
                  </span>
                )}
                {row.standing === 'elsewhere' && (
                  <a href={hrefOf('connections', { connectionId: row.connectionId })}>
                    {t('terms.epochs.toConnection')}
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('terms.epochs.terms')}>
        <p className="muted">{t('terms.epochs.termsHint')}</p>
        {terms.length === 0 ? (
          <EmptyState title={t('terms.epochs.noTerms')} />
        ) : (
          <div className="comparison">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('terms.epochs.mission')}</th>
                  <th scope="col" className="number">
                    {t('terms.epochs.epoch')}
                  </th>
                  <th scope="col">{t('terms.epochs.holder')}</th>
                  <th scope="col">{t('terms.epochs.from')}</th>
                  <th scope="col">{t('terms.epochs.to')}</th>
                  <th scope="col">{t('terms.epochs.state')}</th>
                </tr>
              </thead>
              <tbody>
                {terms.map((row) => (
                  <Term key={row.id} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
    </div>
  );
}

function Term(props: { readonly row: TermRow }) {
  const { row } = props;
  const { connectionId, groupId } = row;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('mission', { connectionId, groupId })}>{row.missionTitle}</a>
      </th>
      <td className="number">{row.coordinatorEpoch}</td>
      <td className={row.isMine ? 'strong' : ''}>{row.holder.name}</td>
      <td>
        <Instant atMs={row.sinceMs} />
      </td>
      <td>{row.untilMs === undefined ? '–' : <Instant atMs={row.untilMs} />}</td>
      <td>
        <StateWord state={row.isCurrent ? 'active' : 'replaced'} words={row.words} />
      </td>
    </tr>
  );
}
