// From the bytes of an answer to a draft. A draft is data for a person: it holds no more than the texts that its schema names,
// and whatever else a model says goes nowhere.
import { excerptOf } from '../../../protocol/excerpt.ts';
import type { ModelContractDraft, ModelTextDraft } from '../../../protocol/generated/documents.ts';
import {
  isJsonObject,
  type JsonDocument,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../protocol/json.ts';
import { accept, refuse, type Result } from '../../../protocol/result.ts';
import { checkParsed } from '../../../protocol/schema.ts';
import { findHiddenCharacter } from '../../briefs/hidden-characters.ts';
import { estimateTokens, type TokenUse } from './cost.ts';
import type { ModelFault } from './model-fault.ts';
import type { ModelTaskKind } from './prompt.ts';

export type ModelDraft =
  | { readonly kind: 'contract'; readonly value: ModelContractDraft }
  | { readonly kind: 'text'; readonly value: ModelTextDraft };

export interface ModelAnswer {
  readonly draft: Result<ModelDraft, ModelFault>;
  /** Undefined when the server does not say, or says what cannot be. */
  readonly use: TokenUse | undefined;
}

/** No draft that its schema admits comes near. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
const ANSWER_LIMITS = { maxBytes: MAX_ANSWER_BYTES, maxDepth: 32 };

const SCHEMAS = { contract: 'model-contract-draft', text: 'model-text-draft' } as const;

/** Reads the body of a successful answer. */
export function readAnswer(bytes: Uint8Array, kind: ModelTaskKind): ModelAnswer {
  const parsed = parseJson(bytes, { limits: ANSWER_LIMITS });
  if (!parsed.ok) {
    const fault: ModelFault = { code: 'answer-unreadable', values: { detail: parsed.fault.message } };
    return { draft: refuse(fault), use: undefined };
  }
  const { value } = parsed.value;
  if (!isJsonObject(value)) return { draft: refuse({ code: 'no-draft', values: {} }), use: undefined };
  return { draft: readDraft(value, kind), use: readUse(value['usage'], bytes.length) };
}

function readDraft(answer: JsonObject, kind: ModelTaskKind): Result<ModelDraft, ModelFault> {
  const { choices } = answer;
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (isJsonObject(choice) && choice['finish_reason'] === 'length') {
    return refuse({ code: 'draft-cut-short', values: {} });
  }
  if (typeof content !== 'string' || content.trim() === '') return refuse({ code: 'no-draft', values: {} });
  const parsed = parseJson(Buffer.from(unfence(content)), { limits: ANSWER_LIMITS });
  if (!parsed.ok) return misshapen('', parsed.fault.message);
  const fault = checkParsed(SCHEMAS[kind], parsed.value);
  if (fault !== undefined) return misshapen(fault.path, fault.message);
  const hidden = findHidden(parsed.value);
  if (hidden !== undefined) return refuse({ code: 'hidden-character', values: { character: hidden } });
  // The schema of this kind has just proven the shape.
  return accept({ kind, value: parsed.value.value } as unknown as ModelDraft);
}

/** Many models put code fences around JSON, whatever they are told. */
function unfence(content: string): string {
  const text = content.trim();
  return /^```(?:json)?\n([\s\S]*)\n```$/u.exec(text)?.[1] ?? text;
}

/** Directional overrides and the like would show a person another text than the one that is sent. */
function findHidden({ value, hasLoneSurrogate }: JsonDocument): string | undefined {
  if (hasLoneSurrogate) return 'U+D800…DFFF';
  return textsOf(value)
    .map((text) => findHiddenCharacter(text)?.character)
    .find((each) => each !== undefined);
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

function misshapen(path: string, problem: string): Result<never, ModelFault> {
  return refuse({ code: 'draft-misshapen', values: { path: excerptOf(path), problem: excerptOf(problem) } });
}

/** What a server says it has used. Less output than the answer has text is not believed. */
function readUse(usage: JsonValue | undefined, answerBytes: number): TokenUse | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (!isCount(input) || !isCount(output)) return undefined;
  // An answer of a thousand bytes cannot be a single token.
  const leastOutput = Math.floor(estimateTokens(answerBytes) / 100);
  return output < leastOutput ? undefined : { input, output };
}

const MOST_TOKENS = 100_000_000;

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS;
}
