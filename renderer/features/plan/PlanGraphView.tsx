// The plan as a picture: layers from left to right, the critical path thick, and what belongs to the chosen item in full
// colour. Everything it shows stands in the table, too; here the keys walk along the edges.
import '@xyflow/react/dist/base.css';
import {
  BaseEdge,
  type Edge,
  type EdgeProps,
  getBezierPath,
  Handle,
  MiniMap,
  type Node,
  type NodeMouseHandler,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMaximize, IconSitemap, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { useRowKeys } from '../../ui/row-keys.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts';
import { PlanChoice, PlanChoiceContext, useIsBetweenRelated, useStanding } from './plan-choice.ts';
import { ancestorsOf, descendantsOf, neighbourOf, type PlanGraph } from './plan-graph.ts';
import { useKept } from './use-kept.ts';
import { useLayout } from './use-layout.ts';

interface GraphProps {
  readonly rows: readonly PlanRow[];
  readonly graph: PlanGraph;
  readonly selectedId: string | undefined;
  readonly isCriticalShown: boolean;
  /** Items that the filter keeps; the others are dimmed, not taken away. */
  readonly matching: ReadonlySet<string>;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

type ItemNode = Node<
  {
    readonly row: PlanRow;
    readonly isDim: boolean;
    readonly isCritical: boolean;
  },
  'item'
>;

export function PlanGraphView(props: GraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  );
}

const NODE_TYPES = { item: memo(ItemBox) };
const EDGE_TYPES = { dependency: memo(DependencyLine) };
/**
 * All items are alike, so nobody has to draw and measure them first: without these facts the library would begin by drawing every
 * item of the plan, whether it is in sight or not.
 */
const SIZES = {
  width: NODE_WIDTH,
  height: NODE_HEIGHT,
  measured: { width: NODE_WIDTH, height: NODE_HEIGHT },
  handles: [
    { type: 'target', position: Position.Left, x: 0, y: NODE_HEIGHT / 2, width: 1, height: 1 },
    { type: 'source', position: Position.Right, x: NODE_WIDTH - 1, y: NODE_HEIGHT / 2, width: 1, height: 1 },
  ],
} satisfies Partial<ItemNode>;
const FIT = { padding: 0.08, maxZoom: 1, minZoom: 0.05 } as const;
/** A plan that fits only below it begins where work goes on, at a size that can be read. */
const LEAST_FIRST_ZOOM = 0.4;
const READING_ZOOM = 0.7;
/** Below it no word can be read. */
const FAR_ZOOM = 0.35;

function Graph(props: GraphProps) {
  const { rows, graph, selectedId, isCriticalShown, matching, onSelect, onOpen } = props;
  const { t } = useTexts();
  const flow = useReactFlow();
  const store = useStoreApi();
  const places = useLayout(rows);
  const graphId = useId();
  const view = useRef<HTMLDivElement>(null);

  const related = useMemo(
    () =>
      selectedId === undefined
        ? undefined
        : new Set([selectedId, ...ancestorsOf(graph, selectedId), ...descendantsOf(graph, selectedId)]),
    [graph, selectedId],
  );
  const wantedNodes = useMemo<ItemNode[]>(
    () =>
      places === undefined
        ? []
        : rows.flatMap((row) => {
            const position = places[row.workItemId];
            if (position === undefined) return [];
            return [
              {
                id: row.workItemId,
                type: 'item',
                position: { ...position },
                ...SIZES,
                ariaLabel: `${row.title}, ${row.stateWords.text}`,
                ariaRole: 'group',
                domAttributes: named(`${graphId}-${row.workItemId}`),
                data: {
                  row,
                  isDim: !matching.has(row.workItemId),
                  isCritical: isCriticalShown && row.isCritical,
                },
              },
            ];
          }),
    [rows, places, matching, isCriticalShown, graphId],
  );
  const wantedEdges = useMemo<Edge[]>(
    () =>
      rows.flatMap((row) =>
        row.dependsOn
          .filter((before) => graph.byId.has(before))
          .map((before) => {
            const isCritical =
              isCriticalShown && row.isCritical && graph.byId.get(before)?.isCritical === true;
            return {
              id: `${before} ${row.workItemId}`,
              source: before,
              target: row.workItemId,
              type: 'dependency',
              className: `plan-edge${isCritical ? ' plan-edge-critical' : ''}`,
              focusable: false,
            };
          }),
      ),
    [rows, graph, isCriticalShown],
  );

  // What happens to one item changes few of them; all others stay what they are, and are not drawn again.
  const nodes = useKept(wantedNodes);
  const edges = useKept(wantedEdges);

  const [choice] = useState(() => new PlanChoice());
  useLayoutEffect(() => choice.choose(selectedId, related), [choice, selectedId, related]);

  const isLaidOut = places !== undefined;
  const showFirst = useEffectEvent(() => {
    if (places === undefined) return;
    const { width, height } = store.getState();
    const first =
      selectedId ??
      (rows.find(({ isCritical, state }) => isCritical && state !== 'verified') ?? rows[0])?.workItemId;
    const place = first === undefined ? undefined : places[first];
    const shown =
      place !== undefined && zoomToFit(places, width, height) < LEAST_FIRST_ZOOM
        ? flow.setCenter(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2, { zoom: READING_ZOOM })
        : flow.fitView(FIT);
    shown.catch((fault: unknown) => console.error('The plan could not be fitted', fault));
  });
  useEffect(() => {
    if (!isLaidOut) return;
    // After React Flow has taken the nodes over.
    requestAnimationFrame(showFirst);
  }, [isLaidOut]);

  // The same functions for good: with another one, every item that is drawn would be drawn again.
  const act = useRef({ onSelect, onOpen });
  useLayoutEffect(() => {
    act.current = { onSelect, onOpen };
  }, [onSelect, onOpen]);
  const select = useCallback<NodeMouseHandler>((_event, { id }) => act.current.onSelect(id), []);
  const open = useCallback<NodeMouseHandler>((_event, { id }) => act.current.onOpen(id), []);

  const walk = (direction: Parameters<typeof neighbourOf>[2]): void => {
    const next = selectedId === undefined ? rows[0]?.workItemId : neighbourOf(graph, selectedId, direction);
    if (next === undefined) return;
    onSelect(next);
    const place = places?.[next];
    if (place === undefined) return;
    const viewport = flow.getViewport();
    // Moving everything is slow where everything is in sight, and confuses the eye.
    if (isInSight(place, viewport, store.getState())) return;
    const { zoom } = viewport;
    flow
      .setCenter(place.x + NODE_WIDTH / 2, place.y + NODE_HEIGHT / 2, { zoom, duration: 120 })
      .catch((fault: unknown) => console.error('The plan could not be moved', fault));
  };
  const fit = (): void => {
    flow.fitView(FIT).catch((fault: unknown) => console.error('The plan could not be fitted', fault));
  };
  const zoom = (step: 'in' | 'out'): void => {
    const zoomed = step === 'in' ? flow.zoomIn() : flow.zoomOut();
    zoomed.catch((fault: unknown) => console.error('The plan could not be zoomed', fault));
  };
  useRowKeys({
    rows: () => view.current,
    choose: selectedId === undefined ? undefined : () => onSelect(selectedId),
    open: selectedId === undefined ? undefined : () => onOpen(selectedId),
  });
  useShortcuts([
    { id: 'plan-next', words: t('plan.edgeNext'), run: () => walk('next') },
    { id: 'plan-previous', words: t('plan.edgePrevious'), run: () => walk('previous') },
    { id: 'next-row', words: t('plan.edgeSibling'), run: () => walk('sibling-down') },
    { id: 'previous-row', words: t('plan.edgeSibling'), run: () => walk('sibling-up') },
    { id: 'plan-fit', words: t('plan.fit'), run: fit },
    { id: 'plan-zoom-in', words: t('plan.zoomIn'), run: () => zoom('in') },
    { id: 'plan-zoom-out', words: t('plan.zoomOut'), run: () => zoom('out') },
  ]);

  return (
    <div
      ref={view}
      className="plan-graph"
      role="group"
      aria-label={t('plan.graph')}
      // One stop of the Tab key; the arrows choose in it.
      tabIndex={0}
      {...(selectedId === undefined ? {} : { 'aria-activedescendant': `${graphId}-${selectedId}` })}
      data-has-choice={related !== undefined}
    >
      {!isLaidOut && (
        <p className="plan-layout muted" role="status">
          {t('plan.layout')}
        </p>
      )}
      <PlanChoiceContext value={choice}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          minZoom={0.05}
          maxZoom={1.5}
          proOptions={{ hideAttribution: true }}
          onNodeClick={select}
          onNodeDoubleClick={open}
        >
          <Panel position="top-right" className="plan-tools">
            {(
              [
                ['plan.fit', IconMaximize, fit],
                ['plan.zoomIn', IconZoomIn, () => zoom('in')],
                ['plan.zoomOut', IconZoomOut, () => zoom('out')],
              ] as const
            ).map(([key, Icon, run]) => (
              <Tooltip key={key} label={t(key)}>
                <ActionIcon aria-label={t(key)} variant="default" onClick={run}>
                  <Icon size={16} />
                </ActionIcon>
              </Tooltip>
            ))}
          </Panel>
          {rows.length > 40 && <MiniMap pannable zoomable ariaLabel={t('plan.graph')} />}
        </ReactFlow>
      </PlanChoiceContext>
    </div>
  );
}

function ItemBox(props: NodeProps<ItemNode>) {
  const { row, isDim, isCritical } = props.data;
  const standing = useStanding(props.id);
  const isFar = useStore(isFarAway);
  return (
    <div
      className="plan-node"
      data-state={row.state}
      data-type={row.type}
      data-is-dim={isDim}
      data-is-related={standing !== 'other'}
      data-is-critical={isCritical}
      data-is-pending={row.pending !== undefined}
      data-is-selected={standing === 'chosen'}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} />
      {!isFar && <ItemWords row={row} />}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}

/** From the item that has to be verified first to the one that waits for it. */
function DependencyLine(props: EdgeProps) {
  const { id, source, target } = props;
  const isRelated = useIsBetweenRelated(source, target);
  const [path] = getBezierPath(props);
  // Nobody can point at a line.
  return (
    <BaseEdge
      id={id}
      path={path}
      interactionWidth={0}
      className={isRelated ? 'plan-line-related' : 'plan-line'}
    />
  );
}

function ItemWords(props: { readonly row: PlanRow }) {
  const { row } = props;
  const { t } = useTexts();
  const endsAtMs = row.lease?.endsAtMs ?? row.offerEndsAtMs;
  return (
    <>
      <div className="plan-node-title ellipsis" title={row.title}>
        {row.childGroupId !== undefined && <IconSitemap size={13} aria-label={t('plan.child')} />} {row.title}
      </div>
      <div className="plan-node-line">
        <StateWord state={row.state} words={row.stateWords} />
        {row.owner !== undefined && <span className="ellipsis muted">{row.owner.name}</span>}
        {endsAtMs !== undefined && (
          <span className="plan-node-time">
            <Countdown endsAtMs={endsAtMs} />
          </span>
        )}
      </div>
    </>
  );
}

/** For the graph's `aria-activedescendant`; the library's types leave the id out. */
function named(id: string): object {
  return { id };
}

function isFarAway({ transform }: { readonly transform: readonly [number, number, number] }): boolean {
  return transform[2] < FAR_ZOOM;
}

/** Whether a whole item lies within the picture. */
function isInSight(
  place: { readonly x: number; readonly y: number },
  { x, y, zoom }: Viewport,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const [left, top] = [place.x * zoom + x, place.y * zoom + y];
  return left >= 0 && top >= 0 && left + NODE_WIDTH * zoom <= width && top + NODE_HEIGHT * zoom <= height;
}

/** How small the whole plan would have to be drawn. */
function zoomToFit(
  places: Readonly<Record<string, { readonly x: number; readonly y: number }>>,
  width: number,
  height: number,
): number {
  let [right, bottom] = [0, 0];
  for (const { x, y } of Object.values(places)) {
    right = Math.max(right, x + NODE_WIDTH);
    bottom = Math.max(bottom, y + NODE_HEIGHT);
  }
  return Math.min(width / Math.max(1, right), height / Math.max(1, bottom));
}
