// The cards of a Mission's overview: definition of done, counts, moments, blockers.
import type { GroupAddress } from '../../app/last-group.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import type { SectionRow } from './OverviewPane.tsx';

const STATUS_STATES = {
  passed: 'verified',
  failed: 'failed',
  inconclusive: 'unknown',
  missing: 'open',
} as const;

export function Definition(props: { readonly row: SectionRow<'definition'> }) {
  const { t } = useTexts();
  return (
    <section className="card stack" aria-label={t('missions.definition')}>
      <h3>{t('missions.definition')}</h3>
      <ul className="plain-list overview-criteria">
        {props.row.criteria.map((criterion) => (
          <li key={criterion.criterionId}>
            <span>
              <span className="mono muted">{criterion.criterionId}</span> {criterion.description}
            </span>
            <span className="overview-criterion-state">
              <StateWord
                state={STATUS_STATES[criterion.status]}
                words={{ key: criterion.status, values: {}, text: t(`facts.criterion.${criterion.status}`) }}
              />
              {criterion.evidenceCount > 0 && (
                <span className="muted">
                  {t('missions.evidenceCount', { count: criterion.evidenceCount })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Counts(props: { readonly row: SectionRow<'counts'>; readonly group: GroupAddress }) {
  const { byState } = props.row;
  const { t } = useTexts();
  const total = byState.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card stack" aria-label={t('missions.counts')}>
      <header className="line-apart">
        <h3>{t('missions.counts')}</h3>
        <a className="numbers" href={hrefOf('plan', { ...props.group, view: 'table' })}>
          {t('missions.countsLegend', { count: total })}
        </a>
      </header>
      <div className="overview-count-bar" aria-hidden>
        {byState
          .filter(({ count }) => count > 0)
          .map(({ state, count }) => (
            <span key={state} data-state={state} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className="plain-list overview-counts">
        {byState.map(({ state, words, count }) => (
          <li key={state} data-is-none={count === 0}>
            <StateWord state={state} words={words} />
            <span className="numbers">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NEAR_MS = 60 * 60_000;

export function Moments(props: { readonly row: SectionRow<'moments'>; readonly group: GroupAddress }) {
  const { moments } = props.row;
  const { t } = useTexts();
  return (
    <section className="card stack" aria-label={t('missions.moments')}>
      <h3>{t('missions.moments')}</h3>
      {moments.length === 0 && <p className="muted">{t('missions.noMoments')}</p>}
      <ol className="plain-list overview-moments">
        {moments.map((moment) => (
          <li key={`${moment.atMs} ${moment.words.text}`}>
            <Instant atMs={moment.atMs} />
            <span className="grow">
              {moment.workItemId === undefined ? (
                moment.words.text
              ) : (
                <a href={hrefOf('work', { ...props.group, workItemId: moment.workItemId })}>
                  {moment.words.text}
                </a>
              )}
            </span>
            <Countdown endsAtMs={moment.atMs} urgentMs={NEAR_MS / 20} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Blockers(props: { readonly row: SectionRow<'blockers'>; readonly group: GroupAddress }) {
  const { blockers } = props.row;
  const { t } = useTexts();
  return (
    <section className="card stack" aria-label={t('missions.blockers')}>
      <h3>{t('missions.blockers')}</h3>
      {blockers.length === 0 && <p className="muted">{t('missions.noBlockers')}</p>}
      <ul className="plain-list stack">
        {blockers.map((blocker) => (
          <li key={blocker.object.id} className="line-apart">
            <span>
              {blocker.object.type === 'workItem' ? (
                <a href={hrefOf('work', { ...props.group, workItemId: blocker.object.id })}>
                  {blocker.title}
                </a>
              ) : (
                blocker.title
              )}{' '}
              <span className="muted">{blocker.words.text}</span>
            </span>
            <span className="numbers muted">{t('missions.unblocks', { count: blocker.unblocksCount })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
