// Links to objects from outside: `heddle://<connection>/<kind>/<id>`. Whoever can show a link to a person can send one, so a link
// only says what to look at; it never does anything.
export const LINK_SCHEME = 'heddle';

const MAX_LENGTH = 2_048;
const LINK = /^heddle:\/\/([^/?#]+)\/([A-Za-z-]{1,32})\/([^/?#]+)\/?$/i;

/** Where a link leads in the window, or undefined when it is none. */
export function hrefOfLink(link: string): string | undefined {
  if (link.length > MAX_LENGTH) return undefined;
  const [, connection = '', kind = '', id = ''] = LINK.exec(link) ?? [];
  const parts = [connection, kind, id].map(decodePart);
  if (parts.includes(undefined)) return undefined;
  return `#/open/${parts.map((part) => encodeURIComponent(part ?? '')).join('/')}`;
}

/** The first link among the arguments that a system starts a program with. */
export function findLink(args: readonly string[]): string | undefined {
  return args.find((argument) => hrefOfLink(argument) !== undefined);
}

/** Nothing that cannot be read, and no characters that would make a text look like another one. */
function decodePart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text === '' || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
