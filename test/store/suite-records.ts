// Acceptance of a store, third part: receipts, admissions, state, and what stands beside the log.
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../core/protocol/generated/documents.ts';
import { hashContent } from '../../core/protocol/hash.ts';
import { parseJson } from '../../core/protocol/json.ts';
import type { StepHook } from '../../core/store/commit-steps.ts';
import {
  addressRecord,
  admissionOf,
  AGENT,
  bindingOf,
  commandBatch,
  EMPTY,
  eventOf,
  groupOf,
  hashOf,
  lookUpAdmission,
  ORGANIZATION_ID,
  receiptOf,
  WRITER,
} from './batches.ts';
import { checkAgainstModel } from './store-model.ts';
import {
  append,
  createOpener,
  expectOnlyFirst,
  faultKindOf,
  type StoreSuiteOptions,
} from './store-under-test.ts';

export function runRecordsSuite(name: string, { makeStore, modelRuns }: StoreSuiteOptions): void {
  const make = createOpener(makeStore);
  const open = async (onStep?: StepHook) => (await make(onStep)).store;

  describe(`${name}: receipts and admissions`, () => {
    test('a receipt is found by actor and Action ID', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      expect(await store.readReceipt(AGENT, 'urn:heddle:test:action:1')).toEqual(receiptOf(1));
      const others: readonly Actor[] = [
        { type: 'human', id: AGENT.id },
        { type: 'agent', id: 'urn:heddle:test:agent:other' },
      ];
      for (const actor of others) {
        expect(await store.readReceipt(actor, 'urn:heddle:test:action:1')).toBeUndefined();
      }
    });

    test('a second receipt of an action is a conflict, whatever it says', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const second = { ...receiptOf(1, 'urn:heddle:test:event:2'), signingHash: hashOf(2) };
      expect(await faultKindOf(append(store, { ...EMPTY, receipts: [second], events: [eventOf(2)] }))).toBe(
        'conflict',
      );
      const twice = { ...EMPTY, receipts: [receiptOf(2), receiptOf(2)], events: [eventOf(2)] };
      expect(await faultKindOf(append(store, twice))).toBe('conflict');
      await expectOnlyFirst(store);
    });

    test('a receipt needs its Event; an older one will do', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const orphan = { ...EMPTY, receipts: [receiptOf(2)] };
      expect(await faultKindOf(append(store, orphan))).toBe('conflict');
      await expectOnlyFirst(store);
      await append(store, { ...EMPTY, receipts: [receiptOf(2, 'urn:heddle:test:event:1')] });
      expect((await store.readReceipt(AGENT, 'urn:heddle:test:action:2'))?.primaryEventId).toBe(
        'urn:heddle:test:event:1',
      );
    });

    test('an admission is found with its service, or authoritatively absent', async () => {
      const store = await open();
      await append(store, { ...EMPTY, admissions: [admissionOf(1)] });
      const found = await lookUpAdmission(store, 1);
      if (found.status !== 'found') throw new Error(found.status);
      expect(found.authenticatedService).toStrictEqual(WRITER);
      const parsed = parseJson(found.recordBytes);
      expect(parsed.ok && parsed.value.value).toEqual(admissionOf(1).record);
      const absent = { status: 'authoritative-absence' };
      expect(await lookUpAdmission(store, 2)).toStrictEqual(absent);
      expect(await lookUpAdmission(store, 1, 'urn:heddle:test:organization:other')).toStrictEqual(absent);
      // Another document that calls itself the same.
      expect(
        await store.admissions.lookup(ORGANIZATION_ID, hashOf(2), admissionOf(1).documentId),
      ).toStrictEqual(absent);
    });

    test.each([
      ['under the same key', admissionOf(1, { admissionRecordId: 'urn:heddle:test:admission-record:9' })],
      [
        'with the same record id',
        admissionOf(9, { admissionRecordId: admissionOf(1).record.admissionRecordId }),
      ],
    ])('a second admission %s is a conflict', async (_, second) => {
      const store = await open();
      const { changes } = commandBatch(1);
      await append(store, { ...EMPTY, admissions: [admissionOf(1)] });
      expect(await faultKindOf(append(store, { ...EMPTY, admissions: [second], changes }))).toBe('conflict');
      expect(await store.readRecords(groupOf(1))).toStrictEqual([]);
      const { record } = second;
      const both = [
        admissionOf(8),
        { ...admissionOf(8), record: { ...record, signingHash: hashOf(8) } },
        second,
      ];
      expect(await faultKindOf(append(store, { ...EMPTY, admissions: both }))).toBe('conflict');
      expect((await lookUpAdmission(store, 8)).status).toBe('authoritative-absence');
    });

    test('the record of another service is refused', async () => {
      const store = await open();
      const foreign = admissionOf(1, {
        acceptedBy: { type: 'service', id: 'urn:heddle:test:service:other' },
      });
      expect(await faultKindOf(append(store, { ...EMPTY, admissions: [foreign] }))).toBe('other');
      expect((await lookUpAdmission(store, 1)).status).toBe('authoritative-absence');
    });

    test('once an Event was admitted, every Event must be', async () => {
      const store = await open();
      const signed = (text: string) => Buffer.from(`{"signature":{},"text":"${text}"}`);
      await append(store, {
        ...EMPTY,
        events: [eventOf(1, groupOf(1), 1, signed('a')), eventOf(2, groupOf(1), 2, signed('b')), eventOf(3)],
      });
      expect(await store.checkIntegrity()).toStrictEqual([]);
      // The hash is that of the document without its signature.
      const { record } = admissionOf(1, {
        documentKind: 'event',
        signingHash: hashContent('{"text":"a"}'),
      });
      const admission = { documentId: 'urn:heddle:test:event:1', record };
      await append(store, { ...EMPTY, admissions: [admission] });
      expect(await store.checkIntegrity()).toStrictEqual([
        'urn:heddle:test:event:2 has no admission record',
        'urn:heddle:test:event:3 is not a signed document',
      ]);
    });
  });

  describe(`${name}: state`, () => {
    test('records are written, changed and removed, by Group and in the order of first writing', async () => {
      const store = await open();
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => addressRecord(groupOf(1), id, 'old'));
      const inOrganization = addressRecord('', 'a', 'of the Organization');
      if (!a || !b || !c || !d) throw new Error('four records');
      await append(store, { ...EMPTY, changes: [a, b, inOrganization, c] });
      const newA = addressRecord(groupOf(1), 'a', 'new');
      const gone = { ...b, kind: 'missionAddress', value: undefined } as const;
      await append(store, { ...EMPTY, changes: [d, newA, gone] });
      expect(await store.readRecords(groupOf(1))).toStrictEqual([newA, c, d]);
      expect(await store.readRecords('')).toStrictEqual([inOrganization]);
      // Removed and written again in one batch: it comes last.
      await append(store, {
        ...EMPTY,
        changes: [{ kind: 'missionAddress', groupId: groupOf(1), id: 'a', value: undefined }, newA],
      });
      expect(await store.readRecords(groupOf(1))).toStrictEqual([c, d, newA]);
    });

    test('records of different kinds with one id are different records', async () => {
      const store = await open();
      const head = commandBatch(1).changes;
      const address = addressRecord(groupOf(1), '', 'x');
      await append(store, { ...EMPTY, changes: [...head, address] });
      expect(await store.readRecords(groupOf(1))).toStrictEqual([...head, address]);
    });

    test('some kinds of a Group, or one record, can be read alone', async () => {
      const store = await open();
      const head = commandBatch(1).changes;
      const [a, b] = ['a', 'b'].map((id) => addressRecord(groupOf(1), id, 'x'));
      const elsewhere = addressRecord(groupOf(2), 'a', 'y');
      if (!a || !b) throw new Error('two records');
      await append(store, { ...EMPTY, changes: [b, ...head, a, elsewhere] });
      expect(await store.readRecords(groupOf(1), ['missionAddress'])).toStrictEqual([b, a]);
      expect(await store.readRecords(groupOf(1), ['head', 'missionAddress', 'message'])).toStrictEqual([
        b,
        ...head,
        a,
      ]);
      expect(await store.readRecords(groupOf(1), ['message'])).toStrictEqual([]);
      expect(await store.readRecords(groupOf(1), [])).toStrictEqual([]);
      expect(await store.readRecord('missionAddress', groupOf(1), 'a')).toStrictEqual(a);
      expect(await store.readRecord('missionAddress', groupOf(2), 'a')).toStrictEqual(elsewhere);
      expect(await store.readRecord('missionAddress', groupOf(2), 'b')).toBeUndefined();
      expect(await store.readRecord('message', groupOf(1), 'a')).toBeUndefined();
      const seen = await store.write(async (transaction) => [
        await transaction.readRecord('missionAddress', groupOf(1), 'b'),
        ...(await transaction.readRecords(groupOf(1), ['head'])),
      ]);
      expect(seen).toStrictEqual([b, ...head]);
    });

    test('the state can be replaced, and the log stays', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const records = Array.from({ length: 2_500 }, (_, index) =>
        addressRecord(groupOf(index % 2), `r${index}`, `v${index}`),
      );
      await store.replaceState(records);
      expect(await store.readRecords(groupOf(0))).toStrictEqual(
        records.filter((_, index) => index % 2 === 0),
      );
      expect(await store.readPosition()).toBe(1);
      const failing = function* () {
        yield addressRecord(groupOf(1), 'other', 'x');
        throw new Error('no');
      };
      await expect(store.replaceState(failing())).rejects.toThrow('no');
      expect(await store.readRecords(groupOf(1))).toHaveLength(1_250);
      const added = addressRecord(groupOf(1), 'added', 'x');
      await append(store, { ...EMPTY, changes: [added] });
      expect((await store.readRecords(groupOf(1))).at(-1)).toStrictEqual(added);
    });

    test('random histories read like the model', async () => {
      expect(await checkAgainstModel(makeStore, modelRuns)).toBe(modelRuns);
    });
  });

  describe(`${name}: beside the log`, () => {
    test('a cursor only moves forward, for each Agent and Group', async () => {
      const store = await open();
      const cursor = { agentId: AGENT.id, groupId: groupOf(1), sequence: 0 };
      await store.writeCursor(cursor);
      await store.writeCursor({ ...cursor, sequence: 7 });
      await store.writeCursor({ ...cursor, sequence: 3 });
      await store.writeCursor({ ...cursor, groupId: groupOf(2), sequence: 1 });
      await store.writeCursor({ ...cursor, agentId: 'urn:heddle:test:agent:other', sequence: 9 });
      const cursors = await store.readCursors(AGENT.id);
      expect(new Map(cursors.map(({ groupId, sequence }) => [groupId, sequence]))).toStrictEqual(
        new Map([
          [groupOf(1), 7],
          [groupOf(2), 1],
        ]),
      );
    });

    test('bindings keep their order and gather their history', async () => {
      const store = await open();
      await store.writeBinding(bindingOf('a'));
      await store.writeBinding(bindingOf('b'));
      await store.writeBinding(bindingOf('a', ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']));
      await store.writeBinding(bindingOf('a'));
      const third = { sequence: 3, recordedAt: '2026-03-01T00:00:00Z', revokedAt: '2026-03-01T00:00:00Z' };
      await store.writeBinding({ ...bindingOf('a'), validityHistory: [third] });
      expect(await store.readBindings()).toStrictEqual([
        {
          ...bindingOf('a'),
          validityHistory: [
            ...bindingOf('a', ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']).validityHistory,
            third,
          ],
        },
        bindingOf('b'),
      ]);
    });

    test.each([
      ['another status under a known sequence', bindingOf('a', ['2026-01-02T00:00:00Z'])],
      ['another public key for a key id', bindingOf('a', undefined, 'another')],
      ['a public key that another key id has', bindingOf('b', undefined, bindingOf('a').publicKey)],
    ])('%s is a conflict', async (_, binding) => {
      const store = await open();
      await store.writeBinding(bindingOf('a'));
      expect(await faultKindOf(store.writeBinding(binding))).toBe('conflict');
      expect(await store.readBindings()).toStrictEqual([bindingOf('a')]);
    });

    test('the audit log keeps any text, the newest first', async () => {
      const store = await open();
      const entries = [
        'plain',
        'nul \u0000 and tab \t',
        'lone \ud800 surrogate',
        "'; DROP TABLE audit; --",
      ].map((detail, index) => ({
        auditId: `urn:heddle:test:audit:${index}`,
        occurredAt: '2026-05-04T09:00:00Z',
        groupId: index % 2 === 0 ? undefined : groupOf(1),
        stage: 'signature',
        reason: 'unknown-key',
        detail,
      }));
      for (const entry of entries) await store.writeAudit(entry);
      expect(await store.readAudit(10)).toStrictEqual(entries.toReversed());
      expect(await store.readAudit(1)).toStrictEqual(entries.slice(-1));
      expect(await store.readAudit(2, entries[2]?.auditId)).toStrictEqual(entries.slice(0, 2).toReversed());
      expect(await store.readAudit(2, 'urn:heddle:test:audit:none')).toStrictEqual([]);
      const [first] = entries;
      if (first === undefined) throw new Error('four entries');
      expect(await faultKindOf(store.writeAudit(first))).toBe('conflict');
    });

    test('nobody is called about commits of this store', async () => {
      const store = await open();
      let calls = 0;
      const stop = store.onForeignCommit(() => {
        calls += 1;
      });
      stop();
      stop();
      await append(store, commandBatch(1));
      expect(calls).toBe(0);
    });

    test('a closed store answers with a fault, and can be closed again', async () => {
      const store = await open();
      await append(store, commandBatch(1));
      const last = append(store, commandBatch(2));
      await store.close();
      await store.close();
      await last;
      const operations: readonly (() => Promise<unknown>)[] = [
        async () => store.readPosition(),
        async () => store.readCommits(0, 1),
        async () => store.readGroupEvents(groupOf(1), 0, 1),
        async () => store.readEvent('urn:heddle:test:event:1'),
        async () => store.readReceipt(AGENT, 'urn:heddle:test:action:1'),
        async () => store.readRecords(groupOf(1)),
        async () => store.readGroupIds(),
        async () => append(store, commandBatch(3)),
        async () => store.readBindings(),
        async () => store.writeBinding(bindingOf('a')),
        async () => store.readCursors(AGENT.id),
        async () => store.writeCursor({ agentId: AGENT.id, groupId: groupOf(1), sequence: 1 }),
        async () => store.readAudit(1),
        async () => store.checkIntegrity(),
        async () => store.backup('nowhere'),
        async () => store.replaceState([]),
        async () => store.onForeignCommit(() => {}),
      ];
      for (const operation of operations) expect(await faultKindOf(operation())).toBe('other');
      expect((await lookUpAdmission(store, 1)).status).toBe('indeterminate');
    });
  });
}

/** For stores that outlive their process. */
export function runReopenSuite(name: string, { makeStore }: StoreSuiteOptions): void {
  const make = createOpener(makeStore);

  describe(`${name}: reopening`, () => {
    test('everything is there after reopening', async () => {
      const made = await make();
      const { store } = made;
      await append(store, commandBatch(1));
      await store.writeBinding(bindingOf('a'));
      await store.writeCursor({ agentId: AGENT.id, groupId: groupOf(1), sequence: 1 });
      const before = await store.readCommits(0, 10);
      await store.close();
      const reopened = await made.reopen();
      expect(await reopened.readCommits(0, 10)).toStrictEqual(before);
      expect(await reopened.readReceipt(AGENT, 'urn:heddle:test:action:1')).toEqual(receiptOf(1));
      expect(await reopened.readRecords(groupOf(1))).toStrictEqual(commandBatch(1).changes);
      expect(await reopened.readBindings()).toStrictEqual([bindingOf('a')]);
      expect(await reopened.readCursors(AGENT.id)).toHaveLength(1);
      expect((await lookUpAdmission(reopened, 1)).status).toBe('found');
      await append(reopened, commandBatch(2));
      expect(await reopened.checkIntegrity()).toStrictEqual([]);
    });
  });
}
