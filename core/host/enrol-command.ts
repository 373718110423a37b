// The command line with which whoever runs an Authority enrols somebody's key.

export interface EnrolCommand {
  /** `agent:ID`, `human:ID` or `service:ID`. */
  readonly principal: string;
  readonly keyId: string;
  /** Base64url. */
  readonly publicKey: string;
  readonly validFrom: string;
  /** The file with the card of an Agent. */
  readonly card?: string;
}

/** ORGANIZATION-FOLDER in it is for the operator to fill in. */
export function enrolCommand({ principal, keyId, publicKey, validFrom, card }: EnrolCommand): string {
  const options = [
    ['--principal', principal],
    ['--key-id', keyId],
    ['--public-key', publicKey],
    ['--valid-from', validFrom],
    ...(card === undefined ? [] : [['--card', card]]),
  ];
  const words = options.flatMap(([name = '', value = '']) => [name, quote(value)]);
  return `heddle authority enrol ORGANIZATION-FOLDER ${words.join(' ')}`;
}

/** For a shell: what is not plain stands in single quotes. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
