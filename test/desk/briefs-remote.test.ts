// A brief at an Authority of somebody else: its operator has enrolled the Worker, which the brief names as an Agent, and the
// Coordinator of this computer carries the plan out.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkerProcess } from '../worker-host/worker-process.ts';
import { LIMIT } from './brief-person.ts';
import { PATIENCE_MS, stateOf, valueOf } from './desk-client.ts';
import { RemoteStage } from './remote-stage.ts';

const BASE = fileURLToPath(new URL('../../examples/workers/folder-inventory/worker.yaml', import.meta.url));
const WORKER = 'urn:heddle:test:agent:lister';
const BRIEF = `brief: 1
title: A list
objective: List what is there.
inputs: { input: The folder. It is only read. }
definitionOfDone:
  - { id: listed, text: Everything is listed., evidence: [deterministic_test], provenBy: [list/complete] }
  - { id: accepted, text: A person has accepted it., evidence: [human_review] }
budget: { toolCalls: 50, computeSeconds: 100 }
deadline: { in: 1h }
workers:
  lister: { agent: "${WORKER}", capabilities: [heddle.folder-inventory@1.0.0] }
work:
  list:
    goal: List every file.
    capability: heddle.folder-inventory
    inputs: [input]
    deliverables: [{ file: inventory.json, members: [/files] }]
    accept: [{ id: complete, text: It is all of it., evidence: [artifact_integrity, deterministic_test] }]
`;

let stage: RemoteStage;
beforeAll(async () => {
  stage = await RemoteStage.open();
}, PATIENCE_MS);
afterAll(() => stage.close(), PATIENCE_MS);

test(
  'CMD-140, WORK-020: its Worker is an Agent that is there already, and the plan is carried out',
  LIMIT,
  async () => {
    const { scenario } = stage;
    const input = join(scenario.folder, 'input');
    await mkdir(input);
    await writeFile(join(input, 'note.txt'), 'a note');
    const folder = join(scenario.folder, 'lister');
    const about = ['--authority', scenario.origin, '--name', 'lister', '--agent-id', WORKER, '--base', BASE];
    await scenario.heddle(
      'worker',
      'init',
      folder,
      ...about,
      '--organization-folder',
      scenario.organizationFolder,
    );
    const worker = new WorkerProcess(folder, ['--input', `input=${input}`], {});
    try {
      const desk = await stage.desk('ada');
      const [human, agent] = [
        { type: 'human', id: 'urn:heddle:test:human:ada' },
        { type: 'agent', id: 'urn:heddle:test:agent:assistant' },
      ] as const;
      const keys = [await desk.createKey(human), await desk.createKey(agent)] as const;
      await stage.enrol(human, keys[0]);
      await stage.enrol(agent, keys[1]);
      const connectionId = await desk.connect(keys);
      await desk.online(connectionId);
      const wish = { connectionId, text: BRIEF, format: 'yaml' as const };
      const checked = await desk.client.briefs.check(wish);
      expect(checked).toMatchObject({ kind: 'plan', plan: { obstacles: [] } });
      const started = await desk.client.briefs.run({ ...wish, pace: 'by-itself', inputs: { input } });
      const { runId } = valueOf(started);
      const { byId } = await stateOf(
        desk.client,
        (options) => desk.client.briefs.follow(undefined, options),
        (state) => state.byId.get(runId)?.phase === 'awaiting-approval',
      );
      // Nobody of its own: this computer runs no Worker.
      expect(byId.get(runId)).toMatchObject({ workers: [], items: [{ name: 'list', worker: 'lister' }] });
    } finally {
      await worker.kill();
    }
  },
);
