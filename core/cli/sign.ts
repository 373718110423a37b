// `heddle sign`: signs one document with a key file and gives back its canonical bytes (SIG-020…SIG-025).
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64url.ts';
import { importSeed } from '../protocol/ed25519.ts';
import type { SigningKeyFile } from '../protocol/generated/documents.ts';
import { checkSchema, describeSchemaFault } from '../protocol/schema.ts';
import { createLocalSigner, type LocalSigner, signDocument, type Unsigned } from '../protocol/sign.ts';
import type { DocumentKind } from '../protocol/document-kinds.ts';
import { parseKind, parseObject, readRequired, writeWhole } from './document-files.ts';
import { EXIT_CODES, type ExitCode, type Terminal, UserFault } from './terminal.ts';

export interface SignOptions {
  readonly kind: string;
  readonly key: string;
  readonly out?: string;
}

/** Signs, and prints or writes the document as one line of canonical JSON. */
export async function runSign(terminal: Terminal, file: string, options: SignOptions): Promise<ExitCode> {
  const { words } = terminal;
  const kind = parseKind(terminal, options.kind);
  const signer = await loadSigner(terminal, options.key);
  const unsigned = parseObject(terminal, file, await readRequired(terminal, file));
  // The signing step checks the schema, so what comes from a file may be any object here.
  const signed = signDocument(kind, unsigned as unknown as Unsigned<DocumentKind>, signer);
  if (!signed.ok) throw new UserFault(words.notSigned(file, signed.fault.message));
  const text = Buffer.from(signed.value.bytes).toString('utf8');
  if (options.out === undefined) terminal.out(text);
  else await writeWhole(terminal, options.out, text, false);
  terminal.err(words.signed(kind, signer.keyId, signed.value.signingHash));
  return EXIT_CODES.yes;
}

async function loadSigner(terminal: Terminal, path: string): Promise<LocalSigner> {
  const { words } = terminal;
  const content = parseObject(terminal, path, await readRequired(terminal, path));
  const fault = checkSchema('signing-key', content);
  if (fault !== undefined) throw new UserFault(words.badKeyFile(path, describeSchemaFault(fault)));
  // The schema has just proven the shape.
  const keyFile = content as unknown as SigningKeyFile;
  const seed = decodeBase64Url(keyFile.seed);
  if (seed === undefined) throw new UserFault(words.badKeyFile(path, 'seed'));
  const signer = createLocalSigner(keyFile.keyId, importSeed(seed));
  if (!signer.ok) throw new UserFault(words.badKeyFile(path, signer.fault.message));
  if (encodeBase64Url(signer.value.publicKey) !== keyFile.publicKey) {
    throw new UserFault(words.badKeyFile(path, 'publicKey does not belong to seed'));
  }
  return signer.value;
}
