// A view of a place as text that one can give to somebody else: `heddle://view/outbox?name=Refused&show=all`. It says what to
// look at and how, never whose. The text comes from anybody, so whatever is not known is refused and said.

/** Places that have views, each with the parts of its address that a view is made of. */
export const VIEW_PARTS = {
  attention: ['mission', 'signer'],
  missions: ['view'],
  plan: ['view', 'filter', 'group', 'sort', 'columns', 'side', 'range'],
  timeline: ['view', 'side', 'group', 'range', 'filter', 'ended'],
  history: ['view', 'filter'],
  outbox: ['show'],
} as const;

export type ViewPlace = keyof typeof VIEW_PARTS;

export const VIEW_PLACES = Object.keys(VIEW_PARTS) as [ViewPlace, ...ViewPlace[]];

export const MAX_VIEW_NAME = 120;
export const MAX_VIEW_PART = 1_000;
const MAX_VIEW_TEXT = 4_000;

export interface PlaceView {
  readonly name: string;
  readonly place: ViewPlace;
  /** By the parts of its place; what is not set is as usual. */
  readonly values: Readonly<Record<string, string>>;
}

export type ViewFaultReason =
  | 'not-a-view'
  | 'too-long'
  | 'unknown-place'
  | 'unknown-part'
  | 'repeated-part'
  | 'bad-character'
  | 'no-name';

export type ViewReading =
  | { readonly ok: true; readonly view: PlaceView }
  | { readonly ok: false; readonly reason: ViewFaultReason; readonly part: string };

const PATTERN = /^heddle:\/\/view\/(?<place>[a-z-]{1,40})\?(?<query>[^#\s]*)$/u;

/** Control characters, and those that turn the direction of what follows: they would make a name look like another one. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

export function formatView({ name, place, values }: PlaceView): string {
  const query = new URLSearchParams({ name });
  for (const part of VIEW_PARTS[place]) {
    const value = values[part];
    if (value !== undefined && value !== '') query.set(part, value);
  }
  return `heddle://view/${place}?${query.toString()}`;
}

export function parseView(text: string): ViewReading {
  const fault = (reason: ViewFaultReason, part = ''): ViewReading => ({
    ok: false,
    reason,
    part: part.slice(0, 40),
  });
  if (text.length > MAX_VIEW_TEXT) return fault('too-long');
  const found = PATTERN.exec(text.trim())?.groups;
  if (found === undefined) return fault('not-a-view');
  const { place = '', query = '' } = found;
  if (!Object.hasOwn(VIEW_PARTS, place)) return fault('unknown-place', place);
  const known: readonly string[] = VIEW_PARTS[place as ViewPlace];
  const values: Record<string, string> = {};
  let name: string | undefined;
  for (const [part, value] of new URLSearchParams(query)) {
    if (part !== 'name' && !known.includes(part)) return fault('unknown-part', part);
    if (part === 'name' ? name !== undefined : Object.hasOwn(values, part))
      return fault('repeated-part', part);
    if (HIDDEN.test(value)) return fault('bad-character', part);
    if (value.length > (part === 'name' ? MAX_VIEW_NAME : MAX_VIEW_PART)) return fault('too-long', part);
    if (part === 'name') name = value.trim();
    else values[part] = value;
  }
  if (name === undefined || name === '') return fault('no-name');
  return { ok: true, view: { name, place: place as ViewPlace, values } };
}
