// What an error of a socket, or an answer of a server, says about why there is no connection.
import type { LinkTrouble, LinkTroubleReason } from '../protocol/link-trouble.ts';
import type { ProtocolError } from '../protocol/generated/documents.ts';

const REASONS_BY_CODE: Readonly<Record<string, LinkTroubleReason>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EAI_NODATA: 'unknown-host',
  EAI_NONAME: 'unknown-host',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'no-route',
  EHOSTUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EHOSTDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ECONNRESET: 'cut-off',
  ECONNABORTED: 'cut-off',
  EPIPE: 'cut-off',
  ETIMEDOUT: 'too-slow',
  // Of OpenSSL, as Node names them.
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted-certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted-certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted-certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted-certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted-certificate',
  CERT_SIGNATURE_FAILURE: 'untrusted-certificate',
  CERT_CHAIN_TOO_LONG: 'untrusted-certificate',
  CERT_REVOKED: 'untrusted-certificate',
  CERT_UNTRUSTED: 'untrusted-certificate',
  CERT_REJECTED: 'untrusted-certificate',
  INVALID_CA: 'untrusted-certificate',
  INVALID_PURPOSE: 'untrusted-certificate',
  PATH_LENGTH_EXCEEDED: 'untrusted-certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
  HOSTNAME_MISMATCH: 'other-name',
  CERT_HAS_EXPIRED: 'certificate-dates',
  CERT_NOT_YET_VALID: 'certificate-dates',
  EPROTO: 'no-tls',
};

/** The error of a socket, of a request, or of a signer. */
export function troubleOfError(error: unknown): LinkTrouble {
  if (!(error instanceof Error)) return { reason: 'other', detail: String(error) };
  // A name with several addresses: each has an error of its own, and the whole has no message.
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [];
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const own = error.message === '' ? code : error.message;
  const detail = own === '' && first !== undefined ? troubleOfError(first).detail : own;
  return { reason: reasonOf(code, detail), detail };
}

function reasonOf(code: string, message: string): LinkTroubleReason {
  const known = REASONS_BY_CODE[code];
  if (known !== undefined) return known;
  if (code.startsWith('ERR_SSL_')) return 'no-tls';
  // These have no codes: a WebSocket that was not made, in time or at all, and a request of ours that was given up.
  if (/timed out|takes too long/u.test(message)) return 'too-slow';
  if (/^Unexpected server response|^Invalid |^Parse Error/u.test(message)) return 'no-authority';
  return /socket hang up|disconnected before/u.test(message) ? 'cut-off' : 'other';
}

/** What an Authority says about why it will not have us. */
export function troubleOfRefusal({ code, message }: Pick<ProtocolError, 'code' | 'message'>): LinkTrouble {
  const detail = `${code} ${message}`;
  switch (code) {
    case 'AUTH_REQUIRED':
    case 'AUTH_INVALID_SIGNATURE':
      return { reason: 'key-not-accepted', detail };
    case 'AUTH_FORBIDDEN':
      return { reason: 'no-card', detail };
    case 'UNSUPPORTED_VERSION':
      return { reason: 'other-version', detail };
    case 'RATE_LIMITED':
    case 'BACKPRESSURE':
    case 'INTERNAL_ERROR':
      return { reason: 'later', detail };
    default:
      return { reason: 'other', detail };
  }
}
