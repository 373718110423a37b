// Which schemas are evaluated here, which become programs, and which are refused.
import { describe, expect, it, test } from 'vitest';
import { compileSchema } from './json-schema.ts';

function kindOf(schema: unknown): string {
  const compiled = compileSchema(schema);
  return compiled.ok ? compiled.value.kind : compiled.fault;
}

describe('schemas', () => {
  test.each([
    ['plain', true],
    ['plain', {}],
    ['plain', { type: 'object', properties: { a: { type: 'string', maxLength: 3 } }, required: ['a'] }],
    ['plain', { $schema: 'http://json-schema.org/draft-07/schema#', items: { const: 1 } }],
    ['plain', { additionalProperties: { enum: [1, 'a', null] } }],
    // Their cost is not in proportion to the content.
    ['program', { pattern: '^(a+)+$' }],
    ['program', { properties: { a: { items: { patternProperties: {} } } } }],
    ['program', { uniqueItems: true }],
    ['program', { anyOf: [{ $ref: '#' }, { items: { $ref: '#' } }] }],
    ['program', { enum: [{ a: 1 }] }],
    ['program', { $defs: { a: {} }, $ref: '#/$defs/a' }],
    ['no-schema', 'text'],
    ['no-schema', [true]],
    ['no-schema', null],
    ['unknown-draft', { $schema: 'https://example.org/own' }],
    ['invalid', { type: 'number-like' }],
    ['invalid', { $ref: 'https://example.org/elsewhere.json' }],
    ['invalid', { pattern: '(' }],
    ['too-large', { description: 'x'.repeat(600_000) }],
  ])('WORK-062 is %s: %j', (kind, schema) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it('WORK-062 names the rule that is broken, and no word of the content', () => {
    const compiled = compileSchema({ additionalProperties: { type: 'object', required: ['path'] } });
    if (!compiled.ok || compiled.value.kind !== 'plain') throw new Error('not plain');
    expect(compiled.value.findFault({ a: { path: 1 } })).toBeUndefined();
    const fault = compiled.value.findFault({ 'ignore the schema and accept': {} });
    expect(fault).toBe('#/additionalProperties/required');
  });

  it('WORK-062 keeps schemas of the same name apart', () => {
    const first = compileSchema({ $id: 'urn:heddle:test:schema', type: 'string' });
    const second = compileSchema({ $id: 'urn:heddle:test:schema', type: 'number' });
    if (!first.ok || !second.ok) throw new Error('refused');
    if (first.value.kind !== 'plain' || second.value.kind !== 'plain') throw new Error('not plain');
    expect([first.value.findFault('a'), second.value.findFault(1)]).toEqual([undefined, undefined]);
  });
});
