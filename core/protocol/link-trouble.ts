// Why there is no connection to an Authority, as a code for which there are words in every language. Whoever dials finds out;
// whoever shows it says it.

export type LinkTroubleReason =
  /** No such name. */
  | 'unknown-host'
  /** Nobody listens there. */
  | 'refused'
  /** No network leads there. */
  | 'no-route'
  /** The connection broke. */
  | 'cut-off'
  | 'too-slow'
  /** The certificate is not under the CA that is trusted. */
  | 'untrusted-certificate'
  /** The certificate is for another name. */
  | 'other-name'
  /** The certificate holds no more, or not yet. */
  | 'certificate-dates'
  /** No TLS, or not 1.3 (WS-001). */
  | 'no-tls'
  /** Somebody answers, and does not speak this protocol. */
  | 'no-authority'
  /** The key was not accepted: unknown, of somebody else, or not valid now (ERR-042 says no more). */
  | 'key-not-accepted'
  /** The Agent has no Agent Card that holds (IDN-006). */
  | 'no-card'
  /** The Authority serves another Organization than the one that was named. */
  | 'other-organization'
  /** The Registry contradicts what it has said before (REG-005…REG-008). */
  | 'contradiction'
  /** Our own key cannot sign now. */
  | 'key-unusable'
  | 'other-version'
  /** The Authority asks to come back later. */
  | 'later'
  | 'other';

export interface LinkTrouble {
  readonly reason: LinkTroubleReason;
  /** For whoever looks into it: the words of the system or of the server. */
  readonly detail: string;
}
