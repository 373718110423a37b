// The description says of every route what the table says, and every code of the protocol has a status that it names.
import { describe, expect, it } from 'vitest';
import { ERROR_RULES, type ErrorCode } from '../../protocol/error-codes.ts';
import { statusOf } from './http-answers.ts';
import { describeApi, openApiPathOf } from './openapi.ts';
import { answersOf, ROUTES } from './route-table.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: unknown;
  readonly security: readonly unknown[];
}

const paths = describeApi()['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;

describe.each(ROUTES.map((route) => [route.operationId, route] as const))('%s', (_name, route) => {
  const operation = paths[openApiPathOf(route.path)]?.[route.method.toLowerCase()];

  it('is described with every status that it answers', () => {
    expect(operation?.operationId).toBe(route.operationId);
    expect(Object.keys(operation?.responses ?? {})).toEqual(Object.keys(answersOf(route)));
  });

  it('is described with its parameters, body and access', () => {
    const names = operation?.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(names).toEqual([
      ...Object.keys(route.pathParameters).map((name) => `path ${name}`),
      ...Object.keys(route.query).map((name) => `query ${name}`),
    ]);
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    expect(operation?.security.length === 0).toBe(route.access === 'open');
  });

  it('names every parameter of its path', () => {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(route.pathParameters)).toEqual(inPath);
  });
});

it('describes nothing else', () => {
  const count = Object.values(paths).flatMap((path) => Object.keys(path)).length;
  expect(count).toBe(ROUTES.length);
});

it('gives every error code a status that the Command route names', () => {
  const route = ROUTES.find(({ operationId }) => operationId === 'submitCommand');
  if (route === undefined) throw new Error('no such route');
  const codes = Object.keys(ERROR_RULES) as ErrorCode[];
  expect(codes.filter((code) => answersOf(route)[statusOf(code)] === undefined)).toEqual([]);
  // Where a status says "later", the code says it too (ERR-002).
  const later = codes.filter((code) => [429, 503].includes(statusOf(code)));
  expect(later.filter((code) => !ERROR_RULES[code].retryable)).toEqual([]);
});
