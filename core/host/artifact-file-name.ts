// The name of a file for the content of an Artifact. A stranger has named it, so nothing of the name can lead to another folder,
// hide what the file is, or make a program of it.

/** Extensions by media type; anything else is bytes to a file manager. */
const EXTENSIONS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['application/gzip', ['gz', 'tgz']],
  ['application/json', ['json']],
  ['application/pdf', ['pdf']],
  ['application/x-ndjson', ['ndjson', 'jsonl']],
  ['application/xml', ['xml']],
  ['application/yaml', ['yaml', 'yml']],
  ['application/zip', ['zip']],
  ['image/gif', ['gif']],
  ['image/jpeg', ['jpg', 'jpeg']],
  ['image/png', ['png']],
  ['image/webp', ['webp']],
  ['text/csv', ['csv']],
  ['text/markdown', ['md', 'markdown']],
  ['text/plain', ['txt', 'log', 'text']],
]);

const MAX_CHARACTERS = 80;

/** Device names of Windows are no files, whatever comes after them. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/iu;

export function fileNameOfArtifact(title: string, mediaType: string): string {
  const known = EXTENSIONS.get(mediaType.toLowerCase());
  const dot = title.lastIndexOf('.');
  const given = dot < 0 ? '' : title.slice(dot + 1).toLowerCase();
  const isItsOwn = known?.includes(given) === true;
  const stem = (isItsOwn ? title.slice(0, dot) : title)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  const name = Array.from(stem).slice(0, MAX_CHARACTERS).join('');
  const isUsable = name !== '' && !RESERVED.test(name);
  return `${isUsable ? name : `artifact-${name}`}.${isItsOwn ? given : (known?.[0] ?? 'bin')}`;
}
