// The outbox over all Groups: every Command on its way, what a refusal holds, what nobody has answered, and drafts.
import { Button, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { OutboxRow } from '../../../core/contract/outbox.ts';
import { go, useRoute, useRouteValue, useRouteView } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { shortId } from '../../ui/IdChip.tsx';
import { type ListGroup, ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { SavedViews } from '../../ui/SavedViews.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { EntryMark } from './EntryMark.tsx';
import { EntryPane } from './EntryPane.tsx';
import { useOutboxActs } from './outbox-acts.ts';
import { blocksOf, markOf, moveDraft, nextInNeed, optionFor, type OutboxFilter } from './outbox-model.ts';
import './outbox.css';

const FILTERS: readonly OutboxFilter[] = ['open', 'drafts', 'all'];

export function OutboxScreen() {
  const { t } = useTexts();
  const { rows, summary, status, isComplete } = useLive('outbox.follow');
  const { connectionId, actionId } = useRoute().values;
  const [show, setShow] = useRouteValue('show');
  const applyView = useRouteView();
  const filter = FILTERS.find((each) => each === show) ?? 'open';
  const blocks = useMemo(() => blocksOf(rows, summary, filter), [rows, summary, filter]);
  const ordered = useMemo(() => blocks.flatMap((block) => block.rows), [blocks]);
  const acts = useOutboxActs();

  const selected = rows.find((row) => row.actionId === actionId && row.connectionId === connectionId);
  const block = blocks.find((each) => each.rows.some(({ id }) => id === selected?.id));
  const onSelect = useCallback(
    (row: OutboxRow): void => {
      const values = { connectionId: row.connectionId, actionId: row.actionId };
      go('outbox', show === undefined ? values : { ...values, show });
    },
    [show],
  );
  const groupOf = useCallback(
    (row: OutboxRow): ListGroup => {
      const own = blocks.find((each) => each.rows.includes(row));
      const heldCount = own?.heldCount ?? 0;
      return {
        id: own?.key ?? row.groupId,
        title: row.missionTitle,
        ...(heldCount === 0
          ? {}
          : {
              aside: (
                <span className="outbox-held" title={t('outbox.heldHint')}>
                  {t('outbox.held', { count: heldCount })}
                </span>
              ),
            }),
      };
    },
    [blocks, t],
  );
  const take = (purpose: 'send' | 'abandon' | 'ask'): void => {
    const option = selected === undefined ? undefined : optionFor(selected.options, purpose);
    if (selected !== undefined && option !== undefined) acts.take(selected, option);
  };
  const move = (step: -1 | 1): void => {
    if (selected === undefined || block === undefined) return;
    const target = moveDraft(block, selected.actionId, step);
    if (target !== undefined) acts.move(selected, target.beforeActionId);
  };
  const toNext = (): void => {
    const next = nextInNeed(blocks, selected?.id);
    if (next !== undefined) onSelect(next);
  };
  const fix = (): void => {
    const row =
      selected?.state === 'refused' || selected?.state === 'unknown'
        ? selected
        : nextInNeed(blocks, undefined);
    if (row === undefined) return;
    onSelect(row);
    focusFix();
  };
  return (
    <Panes
      isDetailOpen={actionId !== undefined}
      list={
        <ListPane
          title={t('outbox.title')}
          subtitle={
            summary === undefined ? undefined : (
              <span className="numbers">{t('outbox.summary', summary)}</span>
            )
          }
          rows={ordered}
          status={status}
          rowHeight={54}
          selectedId={selected?.id}
          onSelect={onSelect}
          groupOf={groupOf}
          textOf={(row) =>
            `${row.words.text} ${row.title} ${row.missionTitle} ${row.kind} ${row.error?.code ?? ''}`
          }
          needsMe={({ state }) => state === 'refused' || state === 'unknown'}
          toolbar={
            <>
              <SegmentedControl
                aria-label={t('outbox.filter.label')}
                value={filter}
                onChange={(value) => setShow(value === 'open' ? undefined : value)}
                data={FILTERS.map((value) => ({ value, label: t(`outbox.filter.${value}`) }))}
              />
              <SavedViews place="outbox" values={{ show }} onApply={applyView} />
            </>
          }
          shortcuts={[
            { id: 'fix', words: t('outbox.keys.fix'), run: fix },
            { id: 'next-refused', words: t('outbox.keys.nextRefused'), run: toNext },
            { id: 'send-now', words: t('outbox.keys.send'), run: () => take('send') },
            { id: 'abandon', words: t('outbox.keys.abandon'), run: () => take('abandon') },
            { id: 'ask-authority', words: t('outbox.keys.ask'), run: () => take('ask') },
            { id: 'earlier', words: t('outbox.keys.up'), run: () => move(-1) },
            { id: 'later', words: t('outbox.keys.down'), run: () => move(1) },
          ]}
          empty={
            <EmptyState
              icon={<IconSend size={24} stroke={1.5} />}
              title={t('outbox.empty.title')}
              body={t(filter === 'drafts' ? 'outbox.empty.drafts' : 'outbox.empty.body')}
              action={
                <Button variant="default" onClick={() => go('attention', {})}>
                  {t('outbox.empty.action')}
                </Button>
              }
            />
          }
          renderRow={(row) => <EntryRow row={row} />}
        />
      }
      detail={
        actionId === undefined ? (
          <Pane title={t('outbox.title')} label={t('common.detail')}>
            <EmptyState
              icon={<IconSend size={24} stroke={1.5} />}
              title={t('outbox.choose.title')}
              body={t('outbox.choose.body')}
            />
          </Pane>
        ) : selected === undefined ? (
          <Pane title={t('outbox.title')} onBack={() => go('outbox', {})}>
            {isComplete ? (
              <EmptyState title={t('outbox.gone.title')} body={t('outbox.gone.body')} />
            ) : (
              <Skeleton />
            )}
          </Pane>
        ) : (
          <EntryPane
            key={selected.id}
            row={selected}
            block={block}
            acts={acts}
            onBack={() => go('outbox', {})}
          />
        )
      }
    />
  );
}

/** The chosen option of the fix panel, once it is there. */
function focusFix(): void {
  const look = (left: number): void => {
    const field = document.querySelector<HTMLElement>('.fix-options input:checked, .fix-options input');
    if (field !== null) field.focus();
    else if (left > 0) requestAnimationFrame(() => look(left - 1));
  };
  // About a second of frames: after that nobody expects the focus to move any more.
  look(60);
}

function EntryRow(props: { readonly row: OutboxRow }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <>
      <EntryMark mark={markOf(row)} />
      <span className="row-two-lines">
        <span className="row-main">
          <span className="strong entry-kind">{row.words.text}</span>
          <span className="ellipsis">{row.title}</span>
        </span>
        <span className="row-aside">
          <span className="entry-state" data-mark={markOf(row)}>
            {row.stateWords.text}
          </span>
          {row.error !== undefined && !row.stateWords.text.includes(row.error.code) && (
            <span className="mono bad">{row.error.code}</span>
          )}
          {(row.turn === 'held' || row.turn === 'waits') && (
            <span>
              {t(`outbox.turn.${row.turn}`)}
              {row.becauseOfActionId !== undefined &&
                ` ${t('outbox.because', { id: shortId(row.becauseOfActionId) })}`}
            </span>
          )}
          <span>{row.signer.name}</span>
          {row.sequence !== undefined && <span>{t('outbox.sequence', { sequence: row.sequence })}</span>}
        </span>
      </span>
      <span className="row-end muted">
        <Instant atMs={row.changedAtMs} isRelative />
      </span>
    </>
  );
}
