// The names of side effect risks.
import type { Texts } from '../../i18n/i18n.ts';

const RISKS = ['none', 'reversible', 'external', 'high_risk', 'destructive'] as const;

/** The name of a risk; one that this window does not know keeps its own. */
export function riskName(risk: string, t: Texts): string {
  const known = RISKS.find((each) => each === risk);
  return known === undefined ? risk : t(`approvals.risk.${known}`);
}
