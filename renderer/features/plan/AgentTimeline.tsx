// The timeline by Agents: who is busy when. A row is an Agent with everything that it holds and has held, side by side; the
// arrows to the left and right go from one item to the next.
import { type ReactNode, useMemo, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ListPane } from '../../ui/ListPane.tsx';
import { type AgentLanes, agentLanes, besideBar, type LaneBar } from './agent-lanes.ts';
import { SpanBar, TrackLines, useTimeWords } from './TimeAxis.tsx';
import { placeOf, type TimeScale } from './timeline-scale.ts';

/** Pixels from one lane to the next. */
const LANE = 26;
/** Less of the axis has no room for a word. */
const LEAST_WORDS = 6;

export function AgentTimeline<Row extends PlanRow>(props: {
  readonly rows: readonly Row[];
  readonly scale: TimeScale;
  readonly nowMs: number;
  /** Of an item. */
  readonly selectedId: string | undefined;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly columns: ReactNode;
  readonly footer: ReactNode;
  readonly empty: ReactNode;
}) {
  const { rows, nowMs, selectedId, onSelect, onOpen } = props;
  const { t, language } = useTexts();
  const [chosenId, choose] = useState<string>();
  const agents = useMemo(() => agentLanes(rows, { nowMs, language }), [rows, nowMs, language]);
  const current =
    agents.find(({ id }) => id === chosenId) ??
    agents.find(({ bars }) => bars.some(({ row }) => row.id === selectedId));
  const walk = (step: 1 | -1): void => {
    const agent = current ?? agents[0];
    const next = agent && besideBar(agent, selectedId, step);
    if (agent === undefined || next === undefined) return;
    choose(agent.id);
    onSelect(next);
  };
  return (
    <ListPane
      title={t('plan.byAgents')}
      isBare
      rows={agents}
      status="live"
      selectedId={current?.id}
      onSelect={({ id }) => choose(id)}
      onOpen={({ bars }) => {
        const bar = bars.find(({ row }) => row.id === selectedId);
        if (bar !== undefined) onOpen(bar.row);
      }}
      shortcuts={[
        { id: 'plan-next', words: t('plan.nextBar'), run: () => walk(1) },
        { id: 'plan-previous', words: t('plan.previousBar'), run: () => walk(-1) },
      ]}
      empty={props.empty}
      columns={props.columns}
      footer={props.footer}
      renderRow={(agent) => (
        <AgentRow
          agent={agent}
          scale={props.scale}
          nowMs={nowMs}
          selectedId={selectedId}
          onSelect={(row) => {
            choose(agent.id);
            onSelect(row);
          }}
          onOpen={onOpen}
        />
      )}
    />
  );
}

function AgentRow<Row extends PlanRow>(props: {
  readonly agent: AgentLanes<Row>;
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly selectedId: string | undefined;
  readonly onSelect: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
}) {
  const { agent, scale, nowMs } = props;
  const { t } = useTexts();
  return (
    <div className="plan-time-row plan-agent-row">
      <span className="plan-time-title">
        <span className="ellipsis strong">{agent.agent?.name ?? t('plan.nobody')}</span>
        <span className="muted numbers">
          {agent.agent === undefined
            ? t('plan.items', { count: agent.bars.length })
            : t('plan.holds', { count: agent.heldCount })}
        </span>
      </span>
      <div className="plan-track" style={{ height: agent.laneCount * LANE }}>
        <TrackLines scale={scale} nowMs={nowMs} />
        {agent.bars.map((bar, index) => (
          <Bar
            key={bar.row.id}
            bar={bar}
            untilMs={agent.bars.slice(index + 1).find(({ lane }) => lane === bar.lane)?.fromMs}
            scale={scale}
            nowMs={nowMs}
            isSelected={bar.row.id === props.selectedId}
            onSelect={() => props.onSelect(bar.row)}
            onOpen={() => props.onOpen(bar.row)}
          />
        ))}
      </div>
    </div>
  );
}

/** All that an Agent had of an item; a button, so that a hand can choose it, and the keys walk to it by the arrows. */
function Bar<Row extends PlanRow>(props: {
  readonly bar: LaneBar<Row>;
  /** When the next one in its lane begins. */
  readonly untilMs: number | undefined;
  readonly scale: TimeScale;
  readonly nowMs: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
}) {
  const { bar, scale, nowMs } = props;
  const { row } = bar;
  const words = useTimeWords(nowMs);
  const [start, end] = [placeOf(scale, bar.fromMs), placeOf(scale, bar.toMs)];
  if (start === end && (start === 0 || start === 100)) return null;
  const room = (props.untilMs === undefined ? 100 : placeOf(scale, props.untilMs)) - end;
  return (
    <>
      {bar.spans.map((span) => (
        <span key={`${span.kind} ${span.fromMs}`} className="plan-lane" style={{ top: bar.lane * LANE }}>
          <SpanBar span={span} scale={scale} nowMs={nowMs} words={words.span(span)} />
        </span>
      ))}
      {end - start < LEAST_WORDS && room >= LEAST_WORDS && (
        <span
          className="plan-bar-beside ellipsis"
          aria-hidden
          style={{ top: bar.lane * LANE, left: `${end}%`, width: `${room}%` }}
        >
          {row.title}
        </span>
      )}
      <button
        type="button"
        className="plan-bar"
        data-is-selected={props.isSelected}
        tabIndex={-1}
        style={{ top: bar.lane * LANE, left: `${start}%`, width: `${end - start}%` }}
        title={`${row.title}, ${row.stateWords.text}`}
        onClick={(event) => {
          event.stopPropagation();
          props.onSelect();
        }}
        onDoubleClick={(event) => {
          event.stopPropagation();
          props.onOpen();
        }}
      >
        {end - start >= LEAST_WORDS && (
          <span className="ellipsis" aria-hidden>
            {row.title}
          </span>
        )}
        <span className="visually-hidden">
          {row.title}, {row.stateWords.text}: {bar.spans.map(words.span).join(', ')}
        </span>
      </button>
    </>
  );
}
