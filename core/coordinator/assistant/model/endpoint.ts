// Which language model the assistant may ask, if any: settings as people give them, and what is wrong with them.
import { accept, refuse, type Result } from '../../../protocol/result.ts';

/** What one million tokens cost, in units of the currency. */
export interface ModelPrice {
  readonly currency: string;
  readonly perMillionInput: number;
  readonly perMillionOutput: number;
}

export interface ModelEndpointSettings {
  /** Of any server with an OpenAI-compatible chat interface, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** As the server calls it. */
  readonly model: string;
  readonly maxOutputTokens?: number;
  /** For a whole request, from the first byte sent to the last one read. */
  readonly timeoutMs?: number;
  /** Whether the server understands `response_format`; yes when left out. */
  readonly hasJsonMode?: boolean;
  /** Nothing is counted in money without it. */
  readonly price?: ModelPrice;
}

/** Checked settings. Made by `openModelEndpoint`. */
export interface ModelEndpoint {
  readonly origin: string;
  /** Of the chat interface. */
  readonly path: string;
  readonly model: string;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  readonly hasJsonMode: boolean;
  readonly price: ModelPrice | undefined;
}

export type EndpointFault =
  | 'not-an-address'
  | 'neither-https-nor-http'
  | 'more-than-an-address'
  | 'no-model'
  | 'bad-output-limit'
  | 'bad-timeout'
  | 'bad-price';

const DEFAULT_OUTPUT_TOKENS = 2_000;
const MAX_OUTPUT_TOKENS = 100_000;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 600_000;
const MAX_MODEL_LENGTH = 200;

/** The endpoint, or what is wrong with its settings. Whether the address is a safe one is for whoever connects. */
export function openModelEndpoint(settings: ModelEndpointSettings): Result<ModelEndpoint, EndpointFault> {
  const { baseUrl, model, price, hasJsonMode = true } = settings;
  const { maxOutputTokens = DEFAULT_OUTPUT_TOKENS, timeoutMs = DEFAULT_TIMEOUT_MS } = settings;
  if (!URL.canParse(baseUrl)) return refuse('not-an-address');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('neither-https-nor-http');
  // A key in an address would stand in every log of the server; ours is sent in a header.
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== '')) {
    return refuse('more-than-an-address');
  }
  if (model.trim() === '' || model.length > MAX_MODEL_LENGTH) return refuse('no-model');
  if (!isWholeUpTo(maxOutputTokens, MAX_OUTPUT_TOKENS)) return refuse('bad-output-limit');
  if (!isWholeUpTo(timeoutMs, MAX_TIMEOUT_MS)) return refuse('bad-timeout');
  if (price !== undefined && !isPrice(price)) return refuse('bad-price');
  const path = `${url.pathname.replace(/\/+$/u, '')}/chat/completions`;
  return accept({ origin: url.origin, path, model, maxOutputTokens, timeoutMs, hasJsonMode, price });
}

function isWholeUpTo(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= limit;
}

function isPrice({ currency, perMillionInput, perMillionOutput }: ModelPrice): boolean {
  const isAmount = (value: number) => Number.isFinite(value) && value >= 0;
  return /^[A-Z]{3}$/u.test(currency) && isAmount(perMillionInput) && isAmount(perMillionOutput);
}
