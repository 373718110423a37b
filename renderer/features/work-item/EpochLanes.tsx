// Ownership Epochs as lanes over one time: who held it, who executed, what is over by the clock alone. The table below says the
// same in words.
import { IconClock } from '@tabler/icons-react';
import { type Texts, useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { type EpochLane, type ItemLease, lanesOf } from './work-item-model.ts';
import '../outbox/outbox.css';
import './work-item.css';

function leaseName(type: string, t: Texts): string {
  return type === 'ownership' || type === 'execution' || type === 'blocked'
    ? t(`work.execution.types.${type}`)
    : type;
}

export function EpochLanes(props: { readonly leases: readonly ItemLease[]; readonly currentEpoch: number }) {
  const { leases, currentEpoch } = props;
  const { t } = useTexts();
  const nowMs = useAuthorityNow(10_000);
  const lanes = lanesOf(leases, currentEpoch, nowMs);
  if (lanes === undefined) return <p className="muted">{t('work.execution.none')}</p>;
  return (
    <div className="stack">
      <figure className="lanes" aria-label={t('work.execution.lanes')}>
        {lanes.lanes.map((lane) => (
          <Lane key={lane.epoch ?? 'none'} lane={lane} />
        ))}
        <div className="lanes-axis" aria-hidden>
          <span className="lanes-now" style={{ left: `${lanes.now * 100}%` }}>
            {t('work.execution.now')}
          </span>
        </div>
        <figcaption className="lanes-range muted numbers">
          <Instant atMs={lanes.fromMs} />
          <Instant atMs={lanes.toMs} />
        </figcaption>
      </figure>
      <LeaseTable leases={leases} />
    </div>
  );
}

function Lane(props: { readonly lane: EpochLane }) {
  const { lane } = props;
  const { t } = useTexts();
  return (
    <div className="lane" data-current={lane.isCurrent} aria-hidden>
      <span className="lane-name numbers">
        {lane.epoch === undefined
          ? t('work.execution.noEpoch')
          : t('work.execution.epoch', { epoch: lane.epoch })}
      </span>
      <div className="lane-track">
        {lane.bars.map(({ lease, from, to, isLive }, index) => (
          <span
            key={lease.leaseId}
            className="lane-bar"
            data-type={lease.type}
            data-live={isLive}
            style={{
              left: `${from * 100}%`,
              width: `max(3px, ${(to - from) * 100}%)`,
              top: `${index * 22 + 2}px`,
            }}
          >
            {leaseName(lease.type, t)} {lease.holder.name}
          </span>
        ))}
        <span className="lane-height" style={{ height: lane.bars.length * 22 + 4 }} />
      </div>
    </div>
  );
}

function LeaseTable(props: { readonly leases: readonly ItemLease[] }) {
  const { t } = useTexts();
  return (
    <div className="comparison">
      <table className="table">
        <caption className="label">{t('work.execution.equal')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('work.execution.lease')}</th>
            <th scope="col">{t('work.execution.holder')}</th>
            <th scope="col">{t('work.execution.from')}</th>
            <th scope="col">{t('work.execution.to')}</th>
            <th scope="col">{t('work.execution.renewals')}</th>
            <th scope="col">{t('work.execution.state')}</th>
          </tr>
        </thead>
        <tbody>
          {props.leases
            .toSorted((a, b) => a.startsAtMs - b.startsAtMs)
            .map((lease) => (
              <tr key={lease.leaseId}>
                <th scope="row">
                  {leaseName(lease.type, t)}{' '}
                  <span className="muted numbers">
                    {lease.ownershipEpoch === undefined
                      ? ''
                      : t('work.execution.epoch', { epoch: lease.ownershipEpoch })}
                  </span>{' '}
                  <IdChip id={lease.leaseId} />
                </th>
                <td>{lease.holder.name}</td>
                <td>
                  <Instant atMs={lease.startsAtMs} />
                </td>
                <td>
                  <Instant atMs={lease.endsAtMs} />
                </td>
                <td className="numbers">{lease.renewals}</td>
                <td>
                  {lease.state}
                  {lease.isOverByClock && (
                    <span className="by-clock">
                      <IconClock size={13} aria-hidden /> {t('work.execution.byClock')}
                    </span>
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
