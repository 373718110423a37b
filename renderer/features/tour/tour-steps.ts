// The tour: what it points at, in which order, and where one has to be for it.
import type { en } from '../../i18n/en/index.ts';

export type TourStepName = keyof (typeof en)['guide']['tour']['steps'];

export interface TourStep {
  readonly name: TourStepName;
  /** Where one has to be; undefined for what is seen everywhere. */
  readonly place: 'attention' | 'missions' | 'outbox' | 'demo' | undefined;
  /** The element that it is about. */
  readonly anchor: string;
  /** Only where the demo is. */
  readonly isOfDemo?: boolean;
}

const STEPS: readonly TourStep[] = [
  { name: 'attention', place: 'attention', anchor: '.frame-main [data-pane]' },
  { name: 'row', place: 'attention', anchor: '.frame-main .list-row[aria-selected="true"]' },
  { name: 'rail', place: undefined, anchor: '.rail-list' },
  { name: 'missions', place: 'missions', anchor: '.frame-main [data-pane]' },
  { name: 'outbox', place: 'outbox', anchor: '.frame-main [data-pane]' },
  { name: 'status', place: undefined, anchor: '.status-bar' },
  { name: 'palette', place: undefined, anchor: '.rail-search' },
  { name: 'scenarios', place: 'demo', anchor: '.demo-scenarios', isOfDemo: true },
];

/** The steps of this installation: what only a demo has is left out where there is none. */
export function stepsOf(hasDemo: boolean): readonly TourStep[] {
  return STEPS.filter(({ isOfDemo }) => isOfDemo !== true || hasDemo);
}

/** A step that is there, whatever was kept of an earlier version. */
export function clampStep(step: number, count: number): number {
  return Number.isInteger(step) ? Math.max(0, Math.min(step, count - 1)) : 0;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 12;

/** Where the card stands: beside what it is about where there is room, always within the window. */
export function placeCard(
  anchor: Box,
  card: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
) {
  const maxLeft = Math.max(GAP, view.width - card.width - GAP);
  const maxTop = Math.max(GAP, view.height - card.height - GAP);
  const right = anchor.left + anchor.width + GAP;
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - card.height - GAP;
  const clamp = (value: number, max: number): number => Math.max(GAP, Math.min(value, max));
  if (right <= maxLeft) return { left: right, top: clamp(anchor.top, maxTop) };
  if (below <= maxTop) return { left: clamp(anchor.left, maxLeft), top: below };
  if (above >= GAP && above <= maxTop) return { left: clamp(anchor.left, maxLeft), top: above };
  // No room beside it: in the corner, where it covers least.
  return { left: maxLeft, top: maxTop };
}
