// Criteria against types of Evidence. A cell says its state by a sign, a word and a colour, and opens its Evidence. It is a
// table to read and a grid to walk: arrows move between cells, Enter opens one.
import {
  IconAlertTriangle,
  IconCheck,
  IconMinus,
  IconPlus,
  IconQuestionMark,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { EVIDENCE_TYPES, type MatrixCell } from '../../core/contract/review.ts';
import { useTexts } from '../i18n/i18n.ts';
import './evidence-matrix.css';

const SIGNS = {
  passed: IconCheck,
  failed: IconX,
  inconclusive: IconQuestionMark,
  missing: IconAlertTriangle,
  optional: IconPlus,
  'not-required': IconMinus,
} as const;

export interface MatrixRow {
  readonly criterionId: string;
  readonly description: string;
  readonly cells: readonly MatrixCell[];
  readonly isProven: boolean;
}

export function EvidenceMatrix(props: {
  readonly rows: readonly MatrixRow[];
  /** A cell with Evidence, or one that lacks it, was chosen. */
  readonly onOpen: (row: MatrixRow, cell: MatrixCell) => void;
  /** Leave out the columns that no criterion requires and that hold nothing. */
  readonly isNarrow?: boolean;
}) {
  const { rows, onOpen, isNarrow = false } = props;
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState({ row: 0, column: 0 });
  const types = EVIDENCE_TYPES.filter(
    (type) =>
      !isNarrow ||
      rows.some(({ cells }) => cells.some((cell) => cell.type === type && cell.status !== 'not-required')),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = Math.min(rows.length - 1, Math.max(0, focused.row + step.row));
    const column = Math.min(types.length - 1, Math.max(0, focused.column + step.column));
    setFocused({ row, column });
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus();
  };
  return (
    <div className="matrix">
      <table
        ref={table}
        className="matrix-table"
        role="grid"
        aria-label={t('facts.matrix.title')}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col">{t('facts.matrix.criterion')}</th>
            {types.map((type) => (
              <th key={type} scope="col" className="matrix-type">
                {t(`facts.evidence.${type}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.criterionId}>
              <th scope="row" className="matrix-criterion">
                <span className="mono muted">{row.criterionId}</span> {row.description}
              </th>
              {types.map((type, columnIndex) => {
                const cell = row.cells.find((each) => each.type === type);
                const status = cell?.status ?? 'not-required';
                const Sign = SIGNS[status];
                const isReachable = focused.row === rowIndex && focused.column === columnIndex;
                return (
                  <td key={type}>
                    <button
                      type="button"
                      className="matrix-cell"
                      data-status={status}
                      data-cell={`${rowIndex}:${columnIndex}`}
                      tabIndex={isReachable ? 0 : -1}
                      onFocus={() => setFocused({ row: rowIndex, column: columnIndex })}
                      onClick={() => {
                        if (cell !== undefined) onOpen(row, cell);
                      }}
                    >
                      <span className="visually-hidden">
                        {`${row.criterionId}, ${t(`facts.evidence.${type}`)}: ${cell?.words.text ?? t(`facts.cell.${status}`)}${cell?.isClaimOfWorker === true ? `, ${t('facts.cell.claim')}` : ''}`}
                      </span>
                      <Sign size={14} aria-hidden />
                      {status !== 'not-required' && <span aria-hidden>{t(`facts.cell.${status}`)}</span>}
                      {cell?.isClaimOfWorker === true && (
                        <span className="matrix-claim" aria-hidden>
                          ✱
                        </span>
                      )}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ cells }) => cells.some(({ isClaimOfWorker }) => isClaimOfWorker)) && (
        <p className="matrix-note">✱ {t('facts.cell.claim')}</p>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  Home: { row: 0, column: -99 },
  End: { row: 0, column: 99 },
};
