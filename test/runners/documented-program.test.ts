// The program in docs/runners.md is a Worker exactly as it stands there.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashContent } from '../../core/protocol/hash.ts';
import { CONTRACT } from '../../core/worker/runners/contract.test-data.ts';
import { makeFolder } from '../../core/worker/runners/run-request.test-data.ts';
import type { RunProgress } from '../../core/worker/runners/runner.ts';
import { startProgram } from './shell-programs.ts';

const GUIDE = new URL('../../docs/runners.md', import.meta.url);

it.skipIf(process.platform === 'win32')('the shell script of the guide completes its work', async () => {
  const script = /```sh\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
  const folder = makeFolder();
  const command = join(folder, 'count-words');
  writeFileSync(command, script);
  chmodSync(command, 0o755);
  writeFileSync(join(folder, 'one'), 'three short words');
  writeFileSync(join(folder, 'two'), 'two more\n');
  const inputs = ['one', 'two'].map((name) => ({
    name: `${name}.txt`,
    path: join(folder, name),
    mediaType: 'text/plain',
    contentHash: hashContent(readFileSync(join(folder, name))),
  }));
  const { handle } = startProgram(
    { kind: 'executable', command, supportsCheckpoint: false },
    {
      request: {
        inputs,
        contract: {
          ...CONTRACT,
          requiredDeliverables: [
            {
              deliverableId: 'count',
              description: 'How many words',
              mediaType: 'application/json',
              schema: 'urn:heddle:test:schema:count',
            },
          ],
          acceptanceCriteria: [
            {
              criterionId: 'counted',
              description: 'All are counted',
              evidenceRequired: ['deterministic_test'],
            },
          ],
        },
      },
    },
  );
  const heard: RunProgress[] = [];
  handle.onProgress((progress) => heard.push(progress));
  const result = await handle.finished;
  expect(result).toMatchObject({
    outcome: 'completed',
    // `wc` counts the end of the first file and the beginning of the second as one word.
    summary: '4 words',
    artifacts: [{ name: 'count.json', deliverableId: 'count', mediaType: 'application/json' }],
    evidence: [{ criterionIds: ['counted'], result: 'passed' }],
  });
  expect(heard).toMatchObject([{ currentPhase: 'counting' }]);
});
