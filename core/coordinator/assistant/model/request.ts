// One request to a model, exactly as it will be sent: made before anybody decides to send it, so that a person can read it.
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import { costOf, estimateTokens, type ModelCost } from './cost.ts';
import type { ModelEndpoint } from './endpoint.ts';
import type { ModelFault } from './model-fault.ts';
import { composePrompt, type ModelTask, type ModelTaskKind } from './prompt.ts';
import { type RedactionCounts, type RedactionRules, Redactor } from './redaction.ts';

export interface ModelRequest {
  readonly endpoint: ModelEndpoint;
  readonly kind: ModelTaskKind;
  /** The exact text of the body. Nothing else is sent but headers, and the key in one of them. */
  readonly body: string;
  readonly bodyBytes: number;
  readonly redactions: RedactionCounts;
  /** The most that it is expected to cost. */
  readonly highestCost: ModelCost;
}

/** Of all texts of a task together; more is neither worth its price nor read to the end. */
export const MAX_TASK_CHARACTERS = 100_000;

/** The request for a task; the same task makes the same request. */
export function composeRequest(
  endpoint: ModelEndpoint,
  task: ModelTask,
  rules: RedactionRules,
): Result<ModelRequest, ModelFault> {
  const characters = task.material.reduce(
    (sum, { source, text }) => sum + source.length + text.length,
    task.wish.length,
  );
  if (characters > MAX_TASK_CHARACTERS) {
    return refuse({ code: 'request-too-large', values: { characters, limit: MAX_TASK_CHARACTERS } });
  }
  const redactor = new Redactor(rules);
  const { system, user } = composePrompt(task, redactor);
  const body = JSON.stringify({
    model: endpoint.model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    temperature: 0,
    max_tokens: endpoint.maxOutputTokens,
    stream: false,
    ...(endpoint.hasJsonMode ? { response_format: { type: 'json_object' } } : {}),
  });
  const bodyBytes = Buffer.byteLength(body);
  const highest = { input: estimateTokens(bodyBytes), output: endpoint.maxOutputTokens };
  return accept({
    endpoint,
    kind: task.kind,
    body,
    bodyBytes,
    redactions: redactor.counts,
    highestCost: costOf(endpoint, highest),
  });
}
