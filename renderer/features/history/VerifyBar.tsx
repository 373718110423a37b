// The verification of a log in view: how far it is, what it has proven and what that rests on. It never says more than that.
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle, IconPlayerPause, IconShieldCheck } from '@tabler/icons-react';
import type { VerificationFinding, VerificationSummary } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { formatNumber } from '../../ui/format.ts';
import { drop } from '../../ui/drop.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';

/** Findings that are listed; the first ones tell where to look. */
const SHOWN_FINDINGS = 5;

export function VerifyBar(props: {
  readonly group: GroupAddress;
  /** The end of the log here. */
  readonly cursor: number | undefined;
  readonly onGo: (sequence: number) => void;
}) {
  const { group, cursor, onGo } = props;
  const { t, language } = useTexts();
  const desk = useDesk();
  const { rows, summary } = useLive('history.followVerification', group);
  const verify = useRequest(desk.history.verify);
  const stop = useRequest(desk.history.stopVerification);
  const isRunning = summary?.state === 'running';
  const begin = (): void => drop(() => verify.run(group));
  const end = (): void => drop(() => stop.run(group));
  useShortcuts([{ id: 'accept', words: t('history.keys.verify'), run: isRunning ? end : begin }]);
  if (summary === undefined) return null;
  const number = (value: number): string => formatNumber(value, language);
  const count = summary.throughSequence - summary.fromSequence + 1;
  return (
    <div className="history-verify" data-verdict={summary.verdict}>
      {summary.state === 'running' ? (
        <div className="grow stack history-verify-run" role="status">
          <span className="numbers">
            {t('history.verify.running', {
              through: number(summary.through),
              to: number(summary.throughSequence),
            })}
            {summary.perSecond !== undefined &&
              ` · ${t('history.verify.perSecond', { value: number(summary.perSecond) })}`}
          </span>
          <Progress
            size="sm"
            value={count <= 0 ? 0 : (summary.checked / count) * 100}
            aria-label={t('history.verify.progress')}
          />
        </div>
      ) : (
        <Verdict summary={summary} cursor={cursor} />
      )}
      <Button variant="default" onClick={isRunning ? end : begin}>
        {isRunning
          ? t('history.verify.stop')
          : summary.state === 'stopped'
            ? t('history.verify.goOn')
            : summary.state === 'done'
              ? t('history.verify.again')
              : t('history.verify.begin')}
      </Button>
      <Findings rows={rows} total={summary.failureCount} onGo={onGo} />
      {verify.fault !== undefined && <FaultNote fault={verify.fault} />}
      {(verify.isLost || stop.isLost) && <LostNote />}
    </div>
  );
}

function Verdict(props: { readonly summary: VerificationSummary; readonly cursor: number | undefined }) {
  const { summary, cursor } = props;
  const { state, verdict, verdictWords, basisWords, through } = summary;
  const { t, language } = useTexts();
  const number = (value: number): string => formatNumber(value, language);
  if (state === 'stopped') {
    return (
      <span className="grow numbers">
        <IconPlayerPause size={16} aria-hidden />{' '}
        {t('history.verify.stopped', {
          through: number(through),
          verified: number(summary.verified),
          checked: number(summary.checked),
        })}
      </span>
    );
  }
  if (state === 'broken') return <span className="grow">{t('history.verify.broken')}</span>;
  if (verdict === undefined) return <span className="grow muted">{t('history.verify.none')}</span>;
  const Icon =
    verdict === 'failed' ? IconAlertTriangle : verdict === 'unknown-key' ? IconHelpCircle : IconShieldCheck;
  return (
    <span className="grow">
      <span className="history-verdict" data-verdict={verdict}>
        <Icon size={16} aria-hidden /> {verdictWords?.text}
      </span>{' '}
      <span className="muted numbers">{basisWords?.text}</span>
      {cursor !== undefined && cursor > summary.throughSequence && (
        <span className="numbers">
          {' '}
          · {t('history.verify.newer', { count: cursor - summary.throughSequence })}
        </span>
      )}
    </span>
  );
}

function Findings(props: {
  readonly rows: readonly VerificationFinding[];
  readonly total: number;
  readonly onGo: (sequence: number) => void;
}) {
  const { rows, total, onGo } = props;
  const { t } = useTexts();
  if (rows.length === 0) return null;
  return (
    <ul className="plain-list history-findings" aria-label={t('history.verify.findings')}>
      {rows.slice(0, SHOWN_FINDINGS).map((row) => (
        <li key={row.id}>
          <button type="button" className="history-link" onClick={() => onGo(row.sequence)}>
            <span className="numbers">#{row.sequence}</span> {row.words.text}
          </button>{' '}
          <span className="muted">{row.detail}</span>
        </li>
      ))}
      {total > SHOWN_FINDINGS && (
        <li className="muted">{t('history.verify.more', { count: total - SHOWN_FINDINGS })}</li>
      )}
    </ul>
  );
}
