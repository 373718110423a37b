import { expect, test } from 'vitest';
import { type WorkerHostEvent, WorkerVoice } from './worker-voice.ts';

function listen(secrets: readonly string[] = []): { voice: WorkerVoice; events: WorkerHostEvent[] } {
  const events: WorkerHostEvent[] = [];
  const voice = new WorkerVoice({ secrets, now: () => 0, onEvent: (event) => events.push(event) });
  return { voice, events };
}

test('a fault is told once for as long as it goes on, and remembered as the last one', () => {
  const { voice, events } = listen();
  for (const message of ['down', 'down', 'full', 'down']) voice.fault(new Error(message));
  expect(events.map(({ detail }) => detail)).toEqual(['down', 'full']);
  expect(voice.lastFault?.message).toBe('down');
  voice.forgetFaults();
  voice.fault('down');
  expect(events).toHaveLength(3);
});

test('TOK-003: nothing that is said holds a secret, a second line or a control character', () => {
  const { voice, events } = listen(['the-secret-value']);
  voice.fault(new Error('it was the-secret-value\nreally\u001b[31m\u202e'));
  voice.say('worker.run_failed', { groupId: 'urn:x:g', workItemId: 'urn:x:w', detail: 'x'.repeat(1_000) });
  expect(events[0]?.detail).toBe('it was [secret] really [31m ');
  expect(events[1]).toMatchObject({ name: 'worker.run_failed', groupId: 'urn:x:g', workItemId: 'urn:x:w' });
  expect(events[1]?.detail).toHaveLength(500);
});
