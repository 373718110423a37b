// Which test files begin first: those that wait for browsers and other processes most, so that none of them is still
// running alone when everything else has ended.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOW = /[/](?:test[/](?:window|mission|e2e|start|desk|coordinate|worker-host|keys|net)[/])/;

export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return SLOW.test(moduleId);
}
