// A runtime with one run that never ends, for tests that kill it: `node runtime-process.ts <root>`.
import { createProcessRunner } from '../../core/worker/runners/process-runner.ts';
import { CONTRACT } from '../../core/worker/runners/contract.test-data.ts';

const [, , root = ''] = process.argv;
const handle = createProcessRunner({
  root,
  program: {
    kind: 'executable',
    command: 'sh',
    args: [
      '-c',
      `setsid sh -c 'echo "pid $$"; exec sleep 1000' & echo "pid $$"; while :; do sleep 1000; done`,
    ],
    supportsCheckpoint: false,
  },
  clock: {
    now: () => Date.now(),
    after: (delayMs, action) => {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  },
  newMark: () => `test-mark-${process.pid}`,
}).start({
  runId: 'orphan',
  groupId: 'urn:heddle:test:group:1',
  missionId: 'urn:heddle:test:mission:1',
  workItemId: 'urn:heddle:test:work:1',
  ownershipEpoch: 1,
  executionLeaseId: 'urn:heddle:test:lease:1',
  attempt: 1,
  contract: CONTRACT,
  inputs: [],
  folders: [],
  permits: { tools: [], resources: [], operations: [], budget: CONTRACT.budget },
  secrets: {},
  limits: { wallClockMs: 3_600_000, cpuSeconds: 60, outputBytes: 1_000_000 },
});
let saidPids = 0;
handle.onLog(({ text }) => {
  console.log(text);
  if (text.startsWith('pid')) saidPids += 1;
  if (saidPids === 2) console.log('ready');
});
