// The scenarios by their names.
import { disconnectWithQueue } from './connection-scenario.ts';
import type { Scenario } from './demo-scenario.ts';
import type { ScenarioName } from './demo-words.ts';
import { changeRequest, childFailure, takeover } from './mission-scenarios.ts';
import { hashMismatch, leaseExpires, offerDeclined, staleEpoch } from './work-scenarios.ts';

export const DEMO_SCENARIOS: { readonly [Name in ScenarioName]: Scenario } = {
  'offer-declined': offerDeclined,
  'lease-expires': leaseExpires,
  'disconnect-with-queue': disconnectWithQueue,
  'stale-epoch': staleEpoch,
  'hash-mismatch': hashMismatch,
  'child-failure': childFailure,
  'change-request': changeRequest,
  takeover,
};
