// A history as a report on the screen, for paper or PDF by the window's own print. It tells what the filter lets through, with the
// verdict at its head, and says that it proves nothing.
import { Button, Modal } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskClient } from '../../../core/contract/contract.ts';
import { type EventRow, MAX_PAGE_ROWS } from '../../../core/contract/history.ts';
import type { Fault } from '../../../core/contract/values.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { formatFullInstant, formatNumber, formatTableInstant } from '../../ui/format.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import './print.css';

/** More is no document that anybody reads: about a hundred pages. */
const MAX_ROWS = 5_000;

type Report = { readonly rows: readonly EventRow[]; readonly total: number } | { readonly fault: Fault };

/** Page by page, so that nobody waits for a long log without hearing of it. */
async function readReport(
  desk: DeskClient,
  place: GroupAddress & { readonly filter: string },
  onProgress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<Report> {
  const rows: EventRow[] = [];
  for (;;) {
    const page = await desk.history.window({ ...place, from: rows.length, limit: MAX_PAGE_ROWS }, { signal });
    if (!page.ok) return { fault: page.fault };
    rows.push(...page.value.rows);
    const { total } = page.value;
    onProgress(rows.length, total);
    if (page.value.rows.length === 0 || rows.length >= Math.min(total, MAX_ROWS)) return { rows, total };
  }
}

export function PrintReport(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onClose: () => void;
}) {
  const { group, filter, onClose } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [progress, setProgress] = useState({ loaded: 0, total: 0 });
  const { data, isError } = useQuery({
    queryKey: ['history.print', connectionId, groupId, filter, language],
    queryFn: ({ signal }) =>
      readReport(desk, { ...group, filter }, (loaded, total) => setProgress({ loaded, total }), signal),
    gcTime: 0,
    // What is on the paper is one moment of the log.
    staleTime: Infinity,
  });
  const missions = useLive('missions.follow').rows;
  const title =
    missions.find((row) => row.connectionId === connectionId && row.groupId === groupId)?.title ?? groupId;
  const isReady = data !== undefined && 'rows' in data;
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={t('history.print.title', { title })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: 'print-content',
        header: 'print-header',
        inner: 'print-inner',
        overlay: 'print-overlay',
      }}
    >
      <div className="print-tools">
        <Button leftSection={<IconPrinter size={16} />} disabled={!isReady} onClick={() => window.print()}>
          {t('history.print.print')}
        </Button>
        {!isReady && !isError && (
          <span role="status">
            {t('history.print.loading', {
              loaded: formatNumber(progress.loaded, language),
              total: formatNumber(progress.total, language),
            })}
          </span>
        )}
      </div>
      {isError && <LostNote />}
      {data !== undefined && 'fault' in data && <FaultNote fault={data.fault} />}
      {isReady && (
        <ReportPage title={title} group={group} filter={filter} rows={data.rows} total={data.total} />
      )}
    </Modal>
  );
}

function ReportPage(props: {
  readonly title: string;
  readonly group: GroupAddress;
  readonly filter: string;
  readonly rows: readonly EventRow[];
  readonly total: number;
}) {
  const { title, group, filter, rows, total } = props;
  const { t, language } = useTexts();
  const nowMs = useAuthorityNow();
  const [madeAtMs] = useState(nowMs);
  const { summary } = useLive('history.followVerification', group);
  const number = (value: number): string => formatNumber(value, language);
  const notes = [
    ...(rows.length === 0
      ? [t('history.print.none')]
      : [
          t('history.print.range', {
            from: number(rows[0]?.sequence ?? 0),
            through: number(rows.at(-1)?.sequence ?? 0),
            at: formatFullInstant(madeAtMs, language),
          }),
        ]),
    ...(filter === '' ? [] : [t('history.print.filtered', { filter })]),
    summary?.verdictWords === undefined
      ? t('history.print.notVerified')
      : [summary.verdictWords.text, summary.basisWords?.text ?? ''].join(' ').trim(),
    ...(rows.length < total
      ? [t('history.print.cut', { limit: number(rows.length), total: number(total) })]
      : []),
    t('history.print.proves'),
  ];
  return (
    <article className="print-page">
      <h1>{title}</h1>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <table>
        <thead>
          <tr>
            {(['sequence', 'at', 'what', 'who'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`history.print.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sequence, occurredAtMs, takenBackAt, sentence, words, actor }) => (
            <tr key={sequence}>
              <td className="numbers">{number(sequence)}</td>
              <td className="numbers">{formatTableInstant(occurredAtMs, language)}</td>
              <td>
                {takenBackAt === undefined
                  ? (sentence ?? words.text)
                  : t('history.print.takenBack', { sequence: number(takenBackAt) })}
              </td>
              <td>{actor.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
