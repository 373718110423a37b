// Collects what is wrong with a brief, so that everything is said at once.
import type { BriefFault, BriefFaultCode, BriefFaultValues, BriefPath } from './faults.ts';
import type { BriefSource } from './read-source.ts';

export class Findings {
  readonly faults: BriefFault[] = [];
  private readonly source: BriefSource;

  constructor(source: BriefSource) {
    this.source = source;
  }

  add<Code extends BriefFaultCode>(
    path: BriefPath,
    code: Code,
    values: BriefFaultValues[Code],
    at: 'name' | 'value' = 'value',
  ): void {
    this.faults.push(this.source.faultAt(path, code, values, at));
  }
}
