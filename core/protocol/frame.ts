// The WebSocket frame codec (WS-003…WS-007, DOC-WS): text in, one checked frame out. Commands and Events inside
// frames stay the exact bytes that arrived; their own verification is not this module's business.
import type { ErrorCode } from './error-codes.ts';
import type {
  AckFrame,
  ErrorFrame,
  HelloClientInitFrame,
  HelloClientResponseFrame,
  HelloServerAcceptFrame,
  HelloServerChallengeFrame,
  PingFrame,
  SubscribeFrame,
} from './generated/documents.ts';
import { canonicalize } from './jcs.ts';
import {
  DEFAULT_JSON_LIMITS,
  isJsonObject,
  type JsonDocument,
  type JsonLimits,
  type JsonObject,
  parseJson,
} from './json.ts';
import { accept, refuse, type Result } from './result.ts';
import {
  checkFramePart,
  checkSchema,
  describeSchemaFault,
  type FramePart,
  type SchemaFault,
} from './schema.ts';

export const PROTOCOL_VERSION = '0.1';

/** A COMMAND or EVENT frame with the bytes of the document it carries, exactly as they stood in it (WS-006). */
export interface DocumentFrame<FrameType extends 'COMMAND' | 'EVENT' = 'COMMAND' | 'EVENT'> {
  readonly protocolVersion: typeof PROTOCOL_VERSION;
  readonly frameId: string;
  readonly frameType: FrameType;
  readonly documentBytes: Uint8Array;
}

/** Frames that are complete in themselves. */
export type PlainFrame =
  | HelloClientInitFrame
  | HelloServerChallengeFrame
  | HelloClientResponseFrame
  | HelloServerAcceptFrame
  | SubscribeFrame
  | AckFrame
  | PingFrame
  | ErrorFrame;

export type Frame = PlainFrame | DocumentFrame<'COMMAND'> | DocumentFrame<'EVENT'>;

export type FrameReason =
  | 'binary-message'
  | 'not-strict-json'
  | 'not-an-object'
  | 'unsupported-version'
  | 'unknown-frame-type'
  | 'schema-mismatch'
  | 'no-canonical-form';

/** Why a message is no frame. `relatedFrameId` is its frame id when it has a readable one (WS-070). */
export interface FrameFault {
  readonly reason: FrameReason;
  readonly code: Extract<
    ErrorCode,
    'PROTOCOL_VIOLATION' | 'SCHEMA_VALIDATION_FAILED' | 'UNSUPPORTED_VERSION'
  >;
  readonly message: string;
  readonly relatedFrameId: string | undefined;
}

/** A frame may hold the largest and deepest document, and its own envelope around it. */
export const FRAME_LIMITS: JsonLimits = {
  maxBytes: DEFAULT_JSON_LIMITS.maxBytes + 64 * 1024,
  maxDepth: DEFAULT_JSON_LIMITS.maxDepth + 1,
};

/**
 * Decodes one WebSocket message. `isBinary` messages are refused (WS-003), as is anything that is not exactly one
 * strict JSON object of a known frame type and shape (WS-004, WS-005). For COMMAND and EVENT only the envelope is
 * checked here (WS-006): hand `documentBytes` to `verifyDocument`.
 */
export function decodeFrame(
  message: Uint8Array,
  options: { readonly isBinary?: boolean; readonly limits?: JsonLimits } = {},
): Result<Frame, FrameFault> {
  if (options.isBinary === true)
    return fail('binary-message', 'PROTOCOL_VIOLATION', 'binary messages carry no frames');
  const parsed = parseJson(message, { memberSpans: true, limits: options.limits ?? FRAME_LIMITS });
  if (!parsed.ok) {
    const { line, column } = parsed.fault;
    return fail(
      'not-strict-json',
      'PROTOCOL_VIOLATION',
      `${parsed.fault.message} (line ${line}, column ${column})`,
    );
  }
  const { value } = parsed.value;
  if (!isJsonObject(value)) return fail('not-an-object', 'PROTOCOL_VIOLATION', 'a frame is a JSON object');
  const frameId = readFrameId(value);
  if (lacksSupportedVersion(value)) {
    return fail(
      'unsupported-version',
      'UNSUPPORTED_VERSION',
      `only version ${PROTOCOL_VERSION} is spoken here`,
      frameId,
    );
  }
  const part = framePartOf(value);
  if (part === undefined) {
    return fail('unknown-frame-type', 'PROTOCOL_VIOLATION', 'unknown frame type or phase', frameId);
  }
  const schemaFault = checkFramePart(part, parsed.value);
  if (schemaFault !== undefined) {
    return fail('schema-mismatch', 'SCHEMA_VALIDATION_FAILED', describeSchemaFault(schemaFault), frameId);
  }
  if (part !== 'commandEnvelope' && part !== 'eventEnvelope') {
    // Such a frame has no signature and so no canonicalization stage; I-JSON holds for it all the same (DATA-001).
    if (parsed.value.hasOutOfRangeNumber || parsed.value.hasLoneSurrogate) {
      return fail(
        'no-canonical-form',
        'PROTOCOL_VIOLATION',
        'a number or text in the frame is not I-JSON',
        frameId,
      );
    }
    // The schema has just proven the shape.
    return accept(value as unknown as PlainFrame);
  }
  return accept(
    openDocumentFrame(part === 'commandEnvelope' ? 'COMMAND' : 'EVENT', value, message, parsed.value),
  );
}

/** The text of a frame that is complete in itself, or what its schema has against it. */
export function encodeFrame(frame: PlainFrame): Result<string, SchemaFault> {
  const part = framePartOf({ ...frame });
  // By its own alternative: a fault of the whole would name the first alternative, not this one.
  const schemaFault =
    part === undefined ? checkSchema('websocket-frame', frame) : checkFramePart(part, { value: frame });
  if (schemaFault !== undefined) return refuse(schemaFault);
  const canonical = canonicalize(frame);
  if (canonical.ok) return canonical;
  return refuse({
    path: canonical.fault.pointer,
    rule: canonical.fault.reason,
    message: canonical.fault.message,
  });
}

/**
 * The text of a COMMAND or EVENT frame around the exact bytes of a signed document (IDM-008): they are not parsed
 * and not written again. The caller vouches that the bytes are one verified or own document.
 */
export function encodeDocumentFrame(frame: DocumentFrame): string {
  const member = frame.frameType === 'COMMAND' ? 'command' : 'event';
  const document = Buffer.from(frame.documentBytes).toString('utf8');
  return `{"${member}":${document},"frameId":${JSON.stringify(frame.frameId)},"frameType":"${frame.frameType}","protocolVersion":"${frame.protocolVersion}"}`;
}

const HELLO_PARTS: Readonly<Record<string, FramePart>> = {
  client_init: 'helloClientInit',
  server_challenge: 'helloServerChallenge',
  client_response: 'helloClientResponse',
  server_accept: 'helloServerAccept',
};

const FRAME_PARTS: Readonly<Record<string, FramePart>> = {
  SUBSCRIBE: 'subscribe',
  COMMAND: 'commandEnvelope',
  EVENT: 'eventEnvelope',
  ACK: 'ack',
  PING: 'ping',
  ERROR: 'error',
};

function framePartOf({ frameType, phase }: { readonly [name: string]: unknown }): FramePart | undefined {
  const [parts, key] = frameType === 'HELLO' ? [HELLO_PARTS, phase] : [FRAME_PARTS, frameType];
  return typeof key === 'string' && Object.hasOwn(parts, key) ? parts[key] : undefined;
}

/** A frame of another version, or a client that offers none that we speak (DATA-071). */
function lacksSupportedVersion(value: JsonObject): boolean {
  const { protocolVersion, frameType, supportedVersions } = value;
  if (typeof protocolVersion === 'string' && protocolVersion !== PROTOCOL_VERSION) return true;
  return (
    frameType === 'HELLO' &&
    Array.isArray(supportedVersions) &&
    supportedVersions.length > 0 &&
    supportedVersions.every((version) => typeof version === 'string' && version !== PROTOCOL_VERSION)
  );
}

/** The frame id to name in an answer, only when it is well-formed: an answer must be a valid document itself. */
function readFrameId(value: JsonObject): string | undefined {
  const { frameId } = value;
  return typeof frameId === 'string' && checkSchema('id', frameId) === undefined ? frameId : undefined;
}

function openDocumentFrame(
  frameType: 'COMMAND' | 'EVENT',
  value: JsonObject,
  message: Uint8Array,
  document: JsonDocument,
): DocumentFrame<'COMMAND'> | DocumentFrame<'EVENT'> {
  const span = document.memberSpan(frameType === 'COMMAND' ? 'command' : 'event');
  const { frameId } = value;
  if (span === undefined || typeof frameId !== 'string')
    throw new Error('the envelope schema requires both members');
  const documentBytes = message.subarray(span.start, span.end);
  return frameType === 'COMMAND'
    ? { protocolVersion: PROTOCOL_VERSION, frameId, frameType, documentBytes }
    : { protocolVersion: PROTOCOL_VERSION, frameId, frameType, documentBytes };
}

function fail(
  reason: FrameReason,
  code: FrameFault['code'],
  message: string,
  relatedFrameId?: string,
): { readonly ok: false; readonly fault: FrameFault } {
  return refuse({ reason, code, message, relatedFrameId });
}
