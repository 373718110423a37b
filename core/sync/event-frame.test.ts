import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeDocumentFrame } from '../protocol/frame.ts';
import { openEventFrame } from './event-frame.ts';

const FRAME_ID = 'urn:uuid:0a0b';

function frameOf(document: string, frameId = FRAME_ID): Buffer {
  const documentBytes = Buffer.from(document);
  return Buffer.from(
    encodeDocumentFrame({ protocolVersion: '0.1', frameId, frameType: 'EVENT', documentBytes }),
  );
}

describe('openEventFrame', () => {
  test.each(['{}', '{"a":1}', '{"text":"żółw 🐢 \\" ,\\"frameId\\":"}', `{"long":"${'x'.repeat(5_000)}"}`])(
    'opens what an Authority writes, in the same bytes as the codec: %s',
    (document) => {
      const message = frameOf(document);
      const opened = openEventFrame(message);
      expect(Buffer.from(opened?.documentBytes ?? []).toString('utf8')).toBe(document);
      expect(opened?.frameId).toBe(FRAME_ID);
      expect(decodeFrame(message)).toMatchObject({ ok: true, value: { frameId: FRAME_ID } });
    },
  );

  test.each([
    ['another type', '{"event":{},"frameId":"urn:a:b","frameType":"COMMAND","protocolVersion":"0.1"}'],
    ['another version', '{"event":{},"frameId":"urn:a:b","frameType":"EVENT","protocolVersion":"0.2"}'],
    ['another order', '{"frameId":"urn:a:b","event":{},"frameType":"EVENT","protocolVersion":"0.1"}'],
    ['something after it', '{"event":{},"frameId":"urn:a:b","frameType":"EVENT","protocolVersion":"0.1"} '],
    ['no object', '{"event":[],"frameId":"urn:a:b","frameType":"EVENT","protocolVersion":"0.1"}'],
    ['no absolute frame id', '{"event":{},"frameId":"b","frameType":"EVENT","protocolVersion":"0.1"}'],
    [
      'an escaped frame id',
      '{"event":{},"frameId":"urn:\\u0061","frameType":"EVENT","protocolVersion":"0.1"}',
    ],
    ['only a beginning', '{"event":{'],
    ['only an end', ',"frameId":"urn:a:b","frameType":"EVENT","protocolVersion":"0.1"}'],
    ['nothing', ''],
  ])('leaves %s to the codec', (_what, text) => {
    expect(openEventFrame(Buffer.from(text))).toBeUndefined();
  });

  test('a second Event in the same frame comes out as what does not parse', () => {
    const message = frameOf('{},"event":{}');
    const opened = openEventFrame(message);
    expect(() => JSON.parse(Buffer.from(opened?.documentBytes ?? []).toString('utf8')) as unknown).toThrow(
      'JSON',
    );
    expect(decodeFrame(message).ok).toBe(false);
  });
});
