// The OpenAPI 3.1 description of the control plane, made from the route table: it cannot say anything else than the server does.
import { ERROR_RULES } from '../../protocol/error-codes.ts';
import type { JsonSchema } from './route-schemas.ts';
import { type AnswerDescription, answersOf, type RouteDescription, ROUTES } from './route-table.ts';

/** The whole description, as plain JSON. */
export function describeApi(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of ROUTES) {
    const path = openApiPathOf(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heddle Group Authority: control plane',
      version: '0.1.0',
      description: 'What MissionWeaveProtocol 0.1 leaves outside its WebSocket binding.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

/** `:name` as OpenAPI writes it. */
export function openApiPathOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'a document of error.schema.json',
  required: ['code', 'message', 'retryable', 'occurredAt'],
  properties: {
    code: { enum: Object.keys(ERROR_RULES) },
    message: { type: 'string' },
    retryable: { type: 'boolean' },
    relatedActionId: { type: 'string' },
    groupId: { type: 'string' },
    expectedRevision: { type: 'integer' },
    currentRevision: { type: 'integer' },
    retryAfterMs: { type: 'integer' },
    details: { type: 'object' },
    occurredAt: { type: 'string', format: 'date-time' },
  },
};

function describeRoute(route: RouteDescription): JsonSchema {
  const { operationId, summary, access, pathParameters, query, requiredQuery, body } = route;
  return {
    operationId,
    summary,
    security: access === 'bearer' ? [{ bearer: [] }] : access === 'signed' ? [{}, { bearer: [] }] : [],
    parameters: [
      ...Object.entries(pathParameters).map(([name, schema]) => ({
        name,
        in: 'path',
        required: true,
        schema,
      })),
      ...Object.entries(query).map(([name, schema]) => {
        const required = requiredQuery.includes(name);
        return { name, in: 'query', required, schema };
      }),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { [body.contentType]: { schema: body.schema } } } }),
    responses: Object.fromEntries(
      Object.entries(answersOf(route)).map(([status, answer]) => [status, describeAnswer(answer)]),
    ),
  };
}

function describeAnswer({ description, contentType, schema }: AnswerDescription): JsonSchema {
  if (contentType === undefined) return { description };
  return { description, content: { [contentType]: schema === undefined ? {} : { schema } } };
}
