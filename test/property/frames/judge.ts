// Judges one received message twice, by the product and by an independent reading of the rules, and says where
// they differ. Acceptance means: a conforming frame, and for a carried document a verified one.
import { decodeFrame } from '../../../core/protocol/frame.ts';
import { verifyDocument } from '../../../core/protocol/verify.ts';
import { catalogue } from '../documents/catalogue.ts';
import { accepts } from '../documents/model.ts';
import type { FrameCorpus } from './corpus.ts';

export type Outcome = 'refused as a frame' | 'refused as a document' | 'accepted';

/** The outcome, and what is wrong with it; an empty text when nothing is. */
export function judgeMessage(
  message: Uint8Array,
  corpus: FrameCorpus,
): { readonly outcome: Outcome; readonly wrong: string } {
  const decoded = decodeFrame(message);
  const expected = readIndependently(message);
  if (!decoded.ok) {
    const wrong =
      expected.conforms && expected.isIJson ? `refused a conforming frame: ${decoded.fault.message}` : '';
    return { outcome: 'refused as a frame', wrong };
  }
  if (!('documentBytes' in decoded.value)) {
    const isRight = expected.conforms && expected.isIJson;
    return {
      outcome: 'accepted',
      wrong: isRight ? '' : `accepted a non-conforming frame: ${expected.reason}`,
    };
  }
  const kind = decoded.value.frameType === 'COMMAND' ? 'command' : 'event';
  const verified = verifyDocument(kind, decoded.value.documentBytes, corpus.keys);
  if (!verified.ok) {
    const isConforming = expected.conforms && verified.fault.stage === 'schema';
    return {
      outcome: 'refused as a document',
      wrong: isConforming ? `schema: ${verified.fault.detail}` : '',
    };
  }
  if (!expected.conforms)
    return { outcome: 'accepted', wrong: `accepted a non-conforming document: ${expected.reason}` };
  const isKnown = corpus.signingHashes.has(verified.value.signingHash);
  return { outcome: 'accepted', wrong: isKnown ? '' : 'verified a document that nobody signed' };
}

interface Reading {
  readonly conforms: boolean;
  readonly isIJson: boolean;
  readonly reason: string;
}

function refuse(reason: string): Reading {
  return { conforms: false, isIJson: false, reason };
}

function readIndependently(message: Uint8Array): Reading {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message);
    value = JSON.parse(text) as unknown;
  } catch {
    return refuse('not JSON');
  }
  if (repeatsAName(text)) return refuse('a member name occurs twice');
  const reason = accepts(catalogue['websocket-frame'], value);
  return { conforms: reason === undefined, isIJson: isIJson(value), reason: reason ?? '' };
}

function isIJson(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isIJson(member));
}

/** For a text that JSON.parse accepts: whether an object in it names a member twice. */
function repeatsAName(text: string): boolean {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;
  const open: (Set<string> | undefined)[] = [];
  let previous = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = JSON.parse(previous) as string;
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
    previous = token;
  }
  return false;
}
