// The demo where nobody has brought one: it says so, and offers no scenario.
import type { DemoSummary, ScenarioRow } from '../contract/demo.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import type { LiveContent } from '../coordinator/desk-runtime/live-queries.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import type { DemoService } from './desk-services.ts';

export function createAbsentDemo(desk: DeskRuntime): DemoService {
  const absent = async () => textsOf(desk.language).fault('not-available-here');
  const read = (): LiveContent<ScenarioRow, DemoSummary> => {
    const { faults } = textsOf(desk.language).row;
    const words = say('demo.absent', faults['not-available-here']);
    return { rows: [], summary: { state: 'absent', words } };
  };
  return {
    source: () => ({ concerns: () => false, read }),
    start: absent,
    reset: absent,
    stop: absent,
    fire: absent,
  };
}
