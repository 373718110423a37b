// Seeded mutations of frames: half of them on the bytes, half on the JSON tree, so that many still parse.
import type { Random } from '../../harness/random.ts';

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\"',
  '\\u0000',
  '\\ud800',
  '\\udc00',
  '\\ud83d\\ude00',
  '\n',
  '\u0000',
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740991',
  '9007199254740992',
  '1.0',
  '\ufeff',
  '\u2028',
  'é',
  '😀',
  '"__proto__":1,',
  '"frameType":"PING",',
  '"frame\\u0049d":"x:",',
  '{"a":'.repeat(40),
  '2026-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00-00:00',
  'x://[::ffff:1.2.3.04]/',
  '%GG',
  'x:\n',
  ' ',
  '\t',
  '/**/',
  ',,',
  '+1',
  '.5',
  'NaN',
  'Infinity',
  '0x10',
  '01',
  "'",
];

const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  1e300,
  '',
  'x',
  'x:',
  'HELLO',
  'EVENT',
  '0.2',
  '2026-02-29T00:00:00Z',
  '2026-01-01T00:00:00z',
  '\ud800',
  'A',
  'AA',
  'AB',
  'urn:é',
  '__proto__',
  [],
  {},
];

/** One mutated frame, made from one or two frames of the corpus by one to four changes. */
export function mutateFrame(frames: readonly string[], random: Random): Uint8Array {
  const source = random.pick(frames);
  if (random.chance(0.5)) {
    const tree = JSON.parse(source) as unknown;
    const changed = mutateTree(tree, frames, random);
    const text = JSON.stringify(changed, undefined, random.chance(0.3) ? random.below(3) : undefined);
    if (random.chance(0.7)) return Buffer.from(text);
    return mutateBytes(Buffer.from(text), random);
  }
  let bytes: Uint8Array = Buffer.from(source);
  for (let change = random.below(4); change >= 0; change -= 1) bytes = mutateBytes(bytes, random);
  return bytes;
}

function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  const length = random.below(random.chance(0.2) ? 200 : 4) + 1;
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(Math.min(at + length, bytes.length));
  switch (random.below(6)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (copy.length > 0) copy[random.below(copy.length)] = random.below(256);
      return copy;
    }
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), bytes.subarray(at)]);
    case 4:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), after]);
    default:
      return before;
  }
}

function mutateTree(tree: unknown, frames: readonly string[], random: Random): unknown {
  const places = listPlaces(tree);
  const { holder, name } = random.pick(places);
  const members = holder as Record<string, unknown>;
  switch (random.below(7)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else Reflect.deleteProperty(members, name);
      break;
    case 1:
      members[name] = random.pick(SCALARS);
      break;
    case 2:
      if (!Array.isArray(holder))
        members[random.pick(['extra', 'frameType', 'event', 'command', '', '__proto__x'])] = members[name];
      break;
    case 3: {
      const other = random.pick(listPlaces(JSON.parse(random.pick(frames)) as unknown));
      members[name] = (other.holder as Record<string, unknown>)[other.name];
      break;
    }
    case 4:
      if (Array.isArray(holder)) holder.push(holder[Number(name)]);
      else members[name] = [members[name]];
      break;
    case 5:
      if (typeof members[name] === 'string') members[name] = mutateText(members[name], random);
      else if (typeof members[name] === 'number') members[name] += random.pick([-1, 1, 0.5, -100, 2 ** 53]);
      break;
    default:
      // Left as it is: only its spelling may change.
      break;
  }
  return tree;
}

function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const piece = random.pick([
    '',
    'A',
    'z',
    ' ',
    '\n',
    '%',
    '\u00e9',
    '\ud800',
    ':',
    '/',
    '0',
    '-',
    '.',
    text,
  ]);
  return text.slice(0, at) + piece + text.slice(at + random.below(2));
}

interface Place {
  readonly holder: object;
  readonly name: string;
}

function listPlaces(tree: unknown): Place[] {
  const places: Place[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push({ holder: value, name });
      visit((value as Record<string, unknown>)[name]);
    }
  };
  visit(tree);
  return places;
}
