// A history as a report on the screen, for paper or PDF by the window's own print. It tells what the filter lets through, with the
// verdict at its head, and says that it proves nothing.
import { Button, Select } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EventRow } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { formatFullInstant, formatNumber, formatTableInstant } from '../../ui/format.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { countParts, readReportPart } from './report-part.ts';
import './print.css';

export function PrintReport(props: {
  readonly group: GroupAddress;
  readonly filter: string;
  readonly onClose: () => void;
}) {
  const { group, filter, onClose } = props;
  const { connectionId, groupId } = group;
  const { t, language } = useTexts();
  const desk = useDesk();
  const [part, setPart] = useState(0);
  const [progress, setProgress] = useState({ loaded: 0, wanted: 0, parts: 1 });
  const { data, isError } = useQuery({
    queryKey: ['history.print', connectionId, groupId, filter, language, part],
    queryFn: ({ signal }) =>
      readReportPart(
        desk,
        { ...group, filter },
        part,
        (loaded, wanted, total) => setProgress({ loaded, wanted, parts: countParts(total) }),
        signal,
      ),
    gcTime: 0,
    // What is on the paper is one moment of the log.
    staleTime: Infinity,
  });
  const missions = useLive('missions.follow').rows;
  const title =
    missions.find((row) => row.connectionId === connectionId && row.groupId === groupId)?.title ?? groupId;
  const isReady = data !== undefined && 'rows' in data;
  return (
    <Dialog
      opened
      fullScreen
      onClose={onClose}
      title={t('history.print.title', { title })}
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
        {progress.parts > 1 && (
          <Select
            aria-label={t('history.print.part')}
            w={280}
            allowDeselect={false}
            data={Array.from({ length: progress.parts }, (_none, index) => ({
              value: String(index),
              label: t('history.print.partOf', { part: index + 1, parts: progress.parts }),
            }))}
            value={String(part)}
            onChange={(value) => setPart(Number(value))}
          />
        )}
        {!isReady && !isError && (
          <span role="status">
            {t('history.print.loading', {
              loaded: formatNumber(progress.loaded, language),
              total: formatNumber(progress.wanted, language),
            })}
          </span>
        )}
      </div>
      {isError && <LostNote />}
      {data !== undefined && 'fault' in data && <FaultNote fault={data.fault} />}
      {isReady && (
        <ReportPage
          title={title}
          group={group}
          filter={filter}
          part={part}
          rows={data.rows}
          total={data.total}
        />
      )}
    </Dialog>
  );
}

function ReportPage(props: {
  readonly title: string;
  readonly group: GroupAddress;
  readonly filter: string;
  readonly part: number;
  readonly rows: readonly EventRow[];
  readonly total: number;
}) {
  const { title, group, filter, part, rows, total } = props;
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
      ? [
          t('history.print.cut', {
            part: number(part + 1),
            parts: number(countParts(total)),
            shown: number(rows.length),
            total: number(total),
          }),
        ]
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
