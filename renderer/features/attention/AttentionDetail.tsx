// What an attention row says in full, its best action, and ways to put it off.
import { Button, Textarea } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { AttentionRowModel } from '../../../core/contract/attention.ts';
import { goTo } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { drop } from '../../ui/drop.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import { hrefOfObject, takeBestAction } from './open-row.ts';

export function AttentionDetail(props: {
  readonly row: AttentionRowModel | undefined;
  /** Rows that are to be put off together; none: the row alone. */
  readonly marked: readonly AttentionRowModel[];
  readonly isSnoozing: boolean;
  readonly onSnoozing: (isSnoozing: boolean) => void;
  readonly onGone: () => void;
  readonly onMute: (row: AttentionRowModel) => void;
  readonly onBack: () => void;
}) {
  const { row } = props;
  const { t } = useTexts();
  if (row === undefined) {
    return (
      <Pane title={t('common.detail')}>
        <EmptyState
          icon={<IconPointer size={28} stroke={1.5} />}
          title={t('attention.choose')}
          body={t('attention.chooseBody')}
        />
      </Pane>
    );
  }
  return (
    <Pane
      title={row.title}
      onBack={props.onBack}
      toolbar={
        <IdChip id={row.object.id} link={{ connectionId: row.object.connectionId, kind: row.object.type }} />
      }
    >
      <div className="stack-wide">
        <p className="attention-words">{row.words.text}</p>
        {row.advice !== undefined && <p className="attention-advice">{row.advice.text}</p>}
        <div className="line">
          <Button size="sm" onClick={() => takeBestAction(row)}>
            {row.action.words.text}
          </Button>
          <Button size="sm" variant="default" onClick={() => goTo(hrefOfObject(row))}>
            {t('attention.open')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            aria-expanded={props.isSnoozing}
            onClick={() => props.onSnoozing(!props.isSnoozing)}
          >
            {t('attention.snooze')}
          </Button>
          {row.groupId !== undefined && (
            <Button size="sm" variant="subtle" color="gray" onClick={() => props.onMute(row)}>
              {t('attention.mute')}
            </Button>
          )}
        </div>
        {props.isSnoozing && (
          <SnoozeForm
            rows={props.marked.length > 0 ? props.marked : [row]}
            onSnoozed={props.onGone}
            onCancel={() => props.onSnoozing(false)}
          />
        )}
        <Facts row={row} />
      </div>
    </Pane>
  );
}

function Facts(props: { readonly row: AttentionRowModel }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <dl className="facts">
      {row.missionTitle !== undefined && (
        <>
          <dt>{t('attention.mission')}</dt>
          <dd>{row.missionTitle}</dd>
        </>
      )}
      <dt>{t('attention.blocksLabel')}</dt>
      <dd>
        {row.blocksCount === 0
          ? t('attention.blocksNothing')
          : t('attention.blocksItems', { count: row.blocksCount })}
      </dd>
      {row.signer !== undefined && (
        <>
          <dt>{t('attention.signer')}</dt>
          <dd>
            {row.signer.name} <span className="muted">({t(`common.actor.${row.signer.type}`)})</span>
          </dd>
        </>
      )}
      {row.endsAtMs !== undefined && (
        <>
          <dt>{t('attention.ends')}</dt>
          <dd className="line">
            <Countdown endsAtMs={row.endsAtMs} />
            <Instant atMs={row.endsAtMs} isFocusable />
          </dd>
        </>
      )}
      {row.sinceMs !== undefined && (
        <>
          <dt>{t('attention.since')}</dt>
          <dd className="line">
            <Instant atMs={row.sinceMs} isFocusable />
            <span className="muted">
              <Instant atMs={row.sinceMs} isRelative />
            </span>
          </dd>
        </>
      )}
      <dt>{t('attention.rule')}</dt>
      <dd>
        <span className="mono">{row.rule}</span>
        <div className="muted">{t('attention.ruleNumber', { number: row.number })}</div>
        {row.isByClock && <div className="muted">{t('attention.byClock')}</div>}
      </dd>
    </dl>
  );
}

const MINUTE_MS = 60_000;

function SnoozeForm(props: {
  readonly rows: readonly AttentionRowModel[];
  readonly onSnoozed: () => void;
  readonly onCancel: () => void;
}) {
  const { rows } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const nowMs = useAuthorityNow(MINUTE_MS);
  const [reason, setReason] = useState('');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const snooze = useRequest(desk.attention.snooze);
  const putOff = async (until: number | 'change'): Promise<void> => {
    for (const { id } of rows) {
      if ((await snooze.run({ rowId: id, until, reason })) === undefined) return;
    }
    announce(t('attention.snoozed'));
    props.onSnoozed();
  };
  const until = (when: number | 'change'): void => drop(() => putOff(when));
  return (
    <fieldset className="card attention-snooze">
      <legend className="label">
        {rows.length > 1 ? t('attention.snoozeMany', { count: rows.length }) : t('attention.snoozeTitle')}
      </legend>
      <div className="line">
        <Button ref={first} variant="default" onClick={() => until(nowMs + 15 * MINUTE_MS)}>
          {t('attention.snooze15')}
        </Button>
        <Button variant="default" onClick={() => until(nowMs + 60 * MINUTE_MS)}>
          {t('attention.snooze60')}
        </Button>
        <Button variant="default" onClick={() => until(tomorrowAtNine(nowMs))}>
          {t('attention.snoozeTomorrow')}
        </Button>
        <Button variant="default" onClick={() => until('change')}>
          {t('attention.snoozeChange')}
        </Button>
        <Button variant="subtle" color="gray" onClick={props.onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
      <Textarea
        label={t('attention.snoozeReason')}
        value={reason}
        maxLength={1_000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {rows.some(({ severity }) => severity === 'now') && (
        <p className="muted">{t('attention.snoozeLimit')}</p>
      )}
      {snooze.fault !== undefined && <FaultNote fault={snooze.fault} />}
      {snooze.isLost && <LostNote />}
    </fieldset>
  );
}

/** Nine o'clock of the next day, local time. */
function tomorrowAtNine(nowMs: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 9).getTime();
}
