import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSchema } from '../../../protocol/schema.ts';
import { contractOf } from '../../../domain/seeded-world.test-data.ts';
import { seedFromEnvironment } from '../../../../test/harness/random.ts';
import { applyContractDraft } from './apply-draft.ts';
import { MissionModelBudget, type ModelCost } from './cost.ts';
import { type EndpointFault, openModelEndpoint } from './endpoint.ts';
import { composePrompt, type ModelTask } from './prompt.ts';
import { DEFAULT_REDACTION, Redactor } from './redaction.ts';
import { composeRequest, MAX_TASK_CHARACTERS, type ModelRequest } from './request.ts';
import { describeEndpointFault } from './words.ts';

const SETTINGS = { baseUrl: 'https://models.example/v1/', model: 'test-model' };

function endpointOf(changes: object = {}) {
  const endpoint = openModelEndpoint({ ...SETTINGS, ...changes });
  if (!endpoint.ok) throw new Error(endpoint.fault);
  return endpoint.value;
}

const task = (changes: Partial<ModelTask> = {}): ModelTask => ({
  kind: 'contract',
  language: 'de',
  wish: 'ein Vertrag für anna@example.org',
  material: [],
  ...changes,
});

function requestFor(changes: Partial<ModelTask> = {}): ModelRequest {
  const request = composeRequest(endpointOf(), task(changes), DEFAULT_REDACTION);
  if (!request.ok) throw new Error(request.fault.code);
  return request.value;
}

describe('a request', () => {
  test('shows everything that will be sent, with what was taken out', () => {
    const request = requestFor({
      material: [
        { kind: 'message', source: 'Event 3', text: 'call +49 30 123456 78' },
        { kind: 'artifact', source: 'report.md', text: 'the whole report' },
      ],
    });
    expect(request.body).not.toMatch(/anna|123456|whole report/u);
    expect(Object.fromEntries(request.redactions)).toStrictEqual({ email: 1, phone: 1, 'field artifact': 1 });
    expect(request.bodyBytes).toBe(Buffer.byteLength(request.body));
    expect(JSON.parse(request.body)).toMatchObject({
      model: 'test-model',
      stream: false,
      max_tokens: 2_000,
      response_format: { type: 'json_object' },
    });
  });

  test('is the same for the same task', () => {
    expect(requestFor()).toStrictEqual(requestFor());
  });

  test('a server without a JSON mode is not asked for one', () => {
    const request = composeRequest(endpointOf({ hasJsonMode: false }), task(), DEFAULT_REDACTION);
    expect(request.ok && request.value.body).not.toContain('response_format');
  });

  test('is not made of more than fits', () => {
    const text = 'x'.repeat(MAX_TASK_CHARACTERS);
    const request = composeRequest(
      endpointOf(),
      task({ wish: '', material: [{ kind: 'message', source: 'a', text }] }),
      DEFAULT_REDACTION,
    );
    expect(request).toStrictEqual({
      ok: false,
      fault: {
        code: 'request-too-large',
        values: { characters: MAX_TASK_CHARACTERS + 1, limit: MAX_TASK_CHARACTERS },
      },
    });
  });

  test('no text of others leaves its quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const rules = { ...DEFAULT_REDACTION, patterns: [] };
        const material = [{ kind: 'message' as const, source: text, text }];
        const { system, user } = composePrompt(task({ wish: text, material }), new Redactor(rules));
        const quoted = text.normalize('NFC');
        expect(system).toBe(composePrompt(task({ wish: '', material: [] }), new Redactor(rules)).system);
        expect(JSON.parse(user)).toStrictEqual({
          wish: quoted,
          material: [{ kind: 'message', source: quoted, text: quoted }],
        });
      }),
      { seed: seedFromEnvironment() },
    );
  });
});

describe('an endpoint', () => {
  test('has its chat interface below the address', () => {
    expect(endpointOf()).toMatchObject({ origin: 'https://models.example', path: '/v1/chat/completions' });
    expect(endpointOf({ baseUrl: 'http://127.0.0.1:11434' }).path).toBe('/chat/completions');
  });

  test.each<readonly [object, EndpointFault]>([
    [{ baseUrl: 'models' }, 'not-an-address'],
    [{ baseUrl: 'file:///etc/passwd' }, 'neither-https-nor-http'],
    [{ baseUrl: 'https://sk-key@models.example/v1' }, 'more-than-an-address'],
    [{ baseUrl: 'https://models.example/v1?key=1' }, 'more-than-an-address'],
    [{ model: ' ' }, 'no-model'],
    [{ maxOutputTokens: 0 }, 'bad-output-limit'],
    [{ timeoutMs: 600_001 }, 'bad-timeout'],
    [{ price: { currency: 'eur', perMillionInput: 1, perMillionOutput: 1 } }, 'bad-price'],
    [{ price: { currency: 'EUR', perMillionInput: -1, perMillionOutput: 1 } }, 'bad-price'],
  ])('%o is refused as %s', (changes, fault) => {
    expect(openModelEndpoint({ ...SETTINGS, ...changes })).toStrictEqual({ ok: false, fault });
    expect(describeEndpointFault(fault, 'de')).not.toBe(describeEndpointFault(fault, 'en'));
  });
});

describe("the Mission's budget for models", () => {
  const cost = (tokens: number, microunits = 0, currency?: string): ModelCost => ({
    tokens,
    microunits,
    currency,
  });
  const allowance = { tokens: 100, microunits: 50, currency: 'EUR' };

  test('what is set aside is gone until it is settled', () => {
    const spent: ModelCost[] = [];
    const budget = new MissionModelBudget(
      () => allowance,
      { tokens: 20, microunits: 0 },
      (each) => spent.push(each),
    );
    const first = budget.reserve(cost(60));
    expect(budget.reserve(cost(21))).toStrictEqual({
      ok: false,
      fault: { dimension: 'tokens', wanted: 21, left: 20 },
    });
    if (!first.ok) throw new Error('there is enough');
    first.value.settle(cost(10));
    // A second answer to one request changes nothing.
    first.value.settle(cost(70));
    expect(budget.used.tokens).toBe(30);
    expect(spent).toStrictEqual([cost(10)]);
  });

  test('money in another currency is not there', () => {
    const budget = new MissionModelBudget(
      () => allowance,
      { tokens: 0, microunits: 0 },
      () => {},
    );
    expect(budget.reserve(cost(1, 1, 'USD'))).toMatchObject({ fault: { dimension: 'money', left: 0 } });
    expect(budget.reserve(cost(1, 51, 'EUR'))).toMatchObject({ fault: { dimension: 'money', left: 50 } });
    expect(budget.reserve(cost(1, 50, 'EUR')).ok).toBe(true);
  });
});

describe('a contract with a drafted text', () => {
  const base = contractOf();
  const draft = {
    goal: 'list every file',
    businessImpact: 'the audit',
    deliverables: [
      { deliverableId: 'inventory', description: 'nothing much', mediaType: 'text/plain' },
      { deliverableId: 'notes', description: 'what was odd', mediaType: 'text/markdown' },
    ],
    criteria: [
      { criterionId: 'complete', description: 'some files', evidenceRequired: ['policy_check' as const] },
      {
        criterionId: 'readable',
        description: 'a person can read it',
        evidenceRequired: ['human_review' as const],
      },
    ],
  };

  test('asks for everything that it asked for before', () => {
    expect(checkSchema('model-contract-draft', draft)).toBeUndefined();
    const contract = applyContractDraft(base, draft);
    expect(checkSchema('work-contract', contract)).toBeUndefined();
    expect(contract.acceptanceCriteria).toStrictEqual([...base.acceptanceCriteria, draft.criteria[1]]);
    expect(
      contract.requiredDeliverables.map(({ deliverableId, description }) => [deliverableId, description]),
    ).toStrictEqual([
      ['inventory', 'one row for each file'],
      ['notes', 'what was odd'],
    ]);
  });

  test('leaves everything but texts as it was', () => {
    const {
      goal: _g,
      businessImpact: _b,
      acceptanceCriteria: _a,
      requiredDeliverables: _r,
      ...rest
    } = applyContractDraft(base, draft);
    expect(base).toMatchObject(rest);
  });

  test.each(['budget', 'deadline', 'allowedResources', 'sideEffectRisk', 'executionApproval'])(
    'a draft that names %s is none',
    (member) => {
      expect(checkSchema('model-contract-draft', { ...draft, [member]: 1 })).toBeDefined();
    },
  );
});
