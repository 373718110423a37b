// What several rankings of one moment have in common: how each Agent stands, and how it fits work of one kind. For whoever ranks many
// items of a state that stays as it is meanwhile.
import type { AgentStanding } from './agent-standing.ts';
import type { CandidateFit } from './candidate-fit.ts';

interface Known {
  readonly standings: Map<string, AgentStanding>;
  /** By what the work asks for. */
  readonly fits: Map<string, Map<string, CandidateFit>>;
}

export class RankingMemo {
  private readonly known: Known;
  /** Agents that stand otherwise here than in what is shared. */
  private readonly others: ReadonlySet<string>;
  private assumed: Known | undefined;

  constructor(known: Known = nothing(), others: ReadonlySet<string> = new Set()) {
    this.known = known;
    this.others = others;
  }

  /** `signature` is that of the required capabilities. What is not known yet is made. */
  fitOf(
    agentId: string,
    signature: string,
    makeStanding: () => AgentStanding,
    makeFit: (standing: AgentStanding) => CandidateFit,
  ): CandidateFit {
    if (this.others.has(agentId)) return makeFit(makeStanding());
    const { standings, fits } = this.known;
    const ofKind = fits.get(signature) ?? new Map<string, CandidateFit>();
    fits.set(signature, ofKind);
    let fit = ofKind.get(agentId);
    if (fit === undefined) {
      const standing = standings.get(agentId) ?? makeStanding();
      standings.set(agentId, standing);
      fit = makeFit(standing);
      ofKind.set(agentId, fit);
    }
    return fit;
  }

  /** An Agent stands otherwise from now on. */
  forget(agentId: string): void {
    this.known.standings.delete(agentId);
    for (const ofKind of this.known.fits.values()) ofKind.delete(agentId);
  }

  /** For the scene in which everybody but some is assumed to be there: the same for every item of this moment. */
  assumingHeard(others: ReadonlySet<string>): RankingMemo {
    this.assumed ??= nothing();
    return new RankingMemo(this.assumed, others);
  }
}

function nothing(): Known {
  return { standings: new Map(), fits: new Map() };
}
