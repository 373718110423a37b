// A certificate for tests over TLS, made in memory: X.509 in DER with an Ed25519 key that exists for one run.
import { generateKeyPairSync, sign } from 'node:crypto';

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for `localhost`, valid around the present. */
export function makeCertificate(): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const algorithm = sequence(objectId('2b6570'));
  const name = sequence(set(sequence(objectId('550403'), utf8String('localhost'))));
  // subjectAltName: one dNSName.
  const hostNames = sequence(tagged(0x82, Buffer.from('localhost')));
  const extensions = sequence(sequence(objectId('551d11'), tagged(0x04, hostNames)));
  const content = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(utcTime(-1), utcTime(1)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign(null, content, privateKey)]));
  const certificate = sequence(content, algorithm, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function tagged(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x31, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

function utcTime(daysFromNow: number): Buffer {
  const text = new Date(Date.now() + daysFromNow * 86_400_000).toISOString();
  return tagged(0x17, Buffer.from(`${text.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}
