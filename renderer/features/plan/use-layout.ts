// The places of a plan's items, computed beside the window. Only the shape of the graph matters: a change of state moves
// nothing.
import { useEffect, useRef, useState } from 'react';
import type { PlanRow } from '../../../core/contract/plan.ts';
import type { LayoutAnswer, LayoutRequest } from './layout.ts';

export function useLayout(rows: readonly PlanRow[]): LayoutAnswer['places'] | undefined {
  const [places, setPlaces] = useState<LayoutAnswer['places']>();
  const worker = useRef<Worker>(undefined);
  const number = useRef(0);

  useEffect(() => {
    const made = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', (event: MessageEvent<LayoutAnswer>) => {
      // An older answer is about a plan that has changed since.
      if (event.data.number === number.current) setPlaces(event.data.places);
    });
    worker.current = made;
    return () => made.terminate();
  }, []);

  const known = new Set(rows.map(({ workItemId }) => workItemId));
  const shape = JSON.stringify({
    nodes: [...known],
    edges: rows.flatMap(({ workItemId, dependsOn }) =>
      dependsOn.filter((before) => known.has(before)).map((before) => [before, workItemId]),
    ),
  });
  useEffect(() => {
    number.current += 1;
    const request = { ...(JSON.parse(shape) as Omit<LayoutRequest, 'number'>), number: number.current };
    worker.current?.postMessage(request);
  }, [shape]);
  return places;
}
