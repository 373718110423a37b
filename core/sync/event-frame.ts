// EVENT frames in the one spelling in which an Authority writes them, opened without parsing the Event: it is parsed once,
// when it is verified. During a long catch-up that parsing is a good part of all the work.
import type { DocumentFrame } from '../protocol/frame.ts';

const START = Buffer.from('{"event":{');
/** All that may follow the Event; a frame id that needs escapes, or has another form, is for the codec to judge. */
const END =
  /,"frameId":"([a-z][a-zA-Z0-9.+-]*:[a-zA-Z0-9._~:/-]{1,480})","frameType":"EVENT","protocolVersion":"0\.1"\}$/;
/** Longer than every such end. */
const END_BYTES = 600;

/**
 * The frame, if `message` begins and ends like one. Then the message is a valid frame exactly if what lies between is one
 * JSON object: two complete members cannot hide in it without an end of its own in between. So whoever finds that
 * `documentBytes` do not parse has to have the whole message judged by `decodeFrame`.
 */
export function openEventFrame(message: Uint8Array): DocumentFrame<'EVENT'> | undefined {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (buffer.length < START.length || buffer.compare(START, 0, START.length, 0, START.length) !== 0) {
    return undefined;
  }
  const tail = buffer.toString('latin1', Math.max(START.length, buffer.length - END_BYTES));
  const end = END.exec(tail);
  const frameId = end?.[1];
  if (end === null || frameId === undefined) return undefined;
  const documentBytes = message.subarray(START.length - 1, message.length - end[0].length);
  return { protocolVersion: '0.1', frameId, frameType: 'EVENT', documentBytes };
}
