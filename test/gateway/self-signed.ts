// A self-signed certificate for tests, written as DER by hand: it needs neither a tool nor a library, and nobody trusts
// it but who is told to.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OID_ED25519 = der(0x06, Buffer.from([0x2b, 0x65, 0x70]));
const OID_COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]));
const OID_SUBJECT_ALT_NAME = der(0x06, Buffer.from([0x55, 0x1d, 0x11]));

/** For `localhost` and 127.0.0.1, from 2020 to 2049. */
export function createSelfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const algorithm = der(SEQUENCE, OID_ED25519);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, OID_COMMON_NAME, der(0x0c, Buffer.from('heddle test')))));
  const validity = der(
    SEQUENCE,
    der(0x17, Buffer.from('200101000000Z')),
    der(0x17, Buffer.from('491231235959Z')),
  );
  const names = der(SEQUENCE, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(0xa3, der(SEQUENCE, der(SEQUENCE, OID_SUBJECT_ALT_NAME, der(0x04, names))));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.from([0]), sign(null, body, privateKey));
  const certificate = der(SEQUENCE, body, algorithm, signature);
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
