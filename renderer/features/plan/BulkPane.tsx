// Several items of a plan at once: what is wished for all of them, exactly which Commands would be signed, and what became of each.
import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { Pane, Section } from '../../ui/Pane.tsx';
import { SheetChanges } from '../../ui/sheet-lines.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { LostNote } from '../../ui/states.tsx';
import {
  BULK_ACTS,
  type BulkAct,
  type BulkEntry,
  closeBulk,
  isToSign,
  MAX_BULK,
  prepareBulk,
  signBulk,
} from './bulk-run.ts';

export function BulkPane(props: {
  readonly group: GroupAddress;
  readonly rows: readonly PlanRow[];
  readonly onClose: () => void;
  /** They are dealt with. */
  readonly onUnmark: (workItemIds: readonly string[]) => void;
}) {
  const { rows, onClose } = props;
  const { connectionId, groupId } = props.group;
  const { t } = useTexts();
  const desk = useDesk();
  const [act, setAct] = useState<BulkAct>('work.cancel');
  const [reason, setReason] = useState('');
  const [entries, setEntries] = useState<readonly BulkEntry[]>();
  const [isBusy, setIsBusy] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const open = useRef<readonly BulkEntry[]>([]);
  useEffect(() => {
    open.current = entries ?? [];
  }, [entries]);
  useEffect(() => () => drop(() => closeBulk(desk, open.current)), [desk]);
  const run = (action: () => Promise<void>): void => {
    setIsBusy(true);
    setIsLost(false);
    drop(async () => {
      try {
        await action();
      } catch (fault) {
        console.error('The host did not answer', fault);
        setIsLost(true);
      } finally {
        setIsBusy(false);
      }
    });
  };
  const back = (): void => {
    const left = entries ?? [];
    setEntries(undefined);
    drop(() => closeBulk(desk, left));
    props.onUnmark(left.filter(({ state }) => state === 'kept').map(({ workItemId }) => workItemId));
  };
  const prepare = (): void =>
    run(async () => {
      const items = rows.filter(({ type }) => type === 'workItem');
      setEntries(await prepareBulk(desk, { connectionId, groupId, act, reason: reason.trim(), items }));
    });
  const put = (changed: BulkEntry): void =>
    setEntries((before) => before?.map((each) => (each.workItemId === changed.workItemId ? changed : each)));
  const toSign = (entries ?? []).filter(isToSign);
  const sign = (): void => {
    if (entries === undefined || toSign.length === 0 || isBusy) return;
    run(async () => {
      let kept = 0;
      await signBulk(desk, entries, (entry) => {
        put(entry);
        if (entry.state === 'kept') kept += 1;
      });
      announce(t('plan.bulk.signed', { count: kept }));
    });
  };
  useShortcuts([
    {
      id: 'sign',
      words: t(entries === undefined ? 'plan.bulk.look' : 'plan.bulk.sign', { count: toSign.length }),
      isInText: true,
      run: () => (entries === undefined ? prepare() : sign()),
    },
    {
      id: 'close',
      words: t('frame.shortcuts.closeThing'),
      run: () => (entries === undefined ? onClose() : back()),
    },
  ]);
  return (
    <Pane
      title={t('plan.bulk.title', { count: rows.length })}
      toolbar={
        <ActionIcon aria-label={t('plan.bulk.clear')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      }
      footer={
        <div className="line">
          {entries === undefined ? (
            <Button loading={isBusy} onClick={prepare}>
              {t('plan.bulk.look')}
            </Button>
          ) : (
            <>
              <Button loading={isBusy} disabled={toSign.length === 0} onClick={sign}>
                {t('plan.bulk.sign', { count: toSign.length })}
              </Button>
              <Button variant="default" disabled={isBusy} onClick={back}>
                {t('common.back')}
              </Button>
            </>
          )}
        </div>
      }
    >
      {isLost && <LostNote />}
      {entries === undefined ? (
        <div className="stack-wide">
          <SegmentedControl
            aria-label={t('plan.bulk.what')}
            value={act}
            data={BULK_ACTS.map((value) => ({ value, label: t(`plan.bulk.acts.${value}`) }))}
            onChange={setAct}
          />
          <TextInput
            label={t(`plan.bulk.reasons.${act}`)}
            value={reason}
            maxLength={1_000}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <p className="muted">{t('plan.bulk.hint')}</p>
          {rows.length > MAX_BULK && <p className="warn">{t('plan.bulk.tooMany', { count: MAX_BULK })}</p>}
          <ul className="plain-list">
            {rows.slice(0, MAX_BULK).map(({ id, title, stateWords }) => (
              <li key={id} className="line-apart">
                <span className="ellipsis">{title}</span>
                <span className="muted">{stateWords.text}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Section title={t('plan.bulk.exactly')}>
          <ul className="plain-list stack-wide">
            {entries.map((entry) => (
              <EntryLine
                key={entry.workItemId}
                entry={entry}
                isBusy={isBusy}
                outboxHref={
                  entry.actionId === undefined
                    ? undefined
                    : hrefOf('outbox', { connectionId, actionId: entry.actionId })
                }
                onChoose={(isChosen) => put({ ...entry, isChosen })}
              />
            ))}
          </ul>
        </Section>
      )}
    </Pane>
  );
}

function EntryLine(props: {
  readonly entry: BulkEntry;
  readonly isBusy: boolean;
  readonly outboxHref: string | undefined;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  const { entry, isBusy } = props;
  const { sheet, state, reason } = entry;
  const { t } = useTexts();
  const isOpen = state === 'ready' || state === 'changed';
  return (
    <li className="plan-bulk-entry" data-state={state}>
      <Checkbox
        size="xs"
        label={entry.title}
        checked={entry.isChosen}
        disabled={!isOpen || isBusy}
        onChange={(event) => props.onChoose(event.currentTarget.checked)}
      />
      <div className="stack plan-bulk-facts">
        {sheet !== undefined && isOpen && (
          <>
            <span>
              {sheet.words.text}
              {sheet.signer !== undefined && (
                <span className="muted">
                  {' '}
                  · {t('plan.bulk.signedBy', { name: sheet.signer.person.name })}
                </span>
              )}
            </span>
            <SheetChanges sheet={sheet} />
            <details>
              <summary>{t('plan.bulk.text')}</summary>
              <pre className="mono plan-bulk-text">{sheet.unsignedText}</pre>
            </details>
          </>
        )}
        <span className={state === 'kept' || state === 'ready' ? 'muted' : 'warn'}>
          {t(`plan.bulk.states.${state}`)}
          {reason !== undefined && state !== 'kept' && `: ${reason}`}
        </span>
        {props.outboxHref !== undefined && <a href={props.outboxHref}>{t('plan.bulk.toOutbox')}</a>}
      </div>
    </li>
  );
}
