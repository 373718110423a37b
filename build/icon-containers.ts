// Icon files of Windows and macOS: both are containers of PNG files today.

/** An .ico file. Each picture is square and at most 256 pixels wide. */
export function icoOf(pictures: readonly { readonly size: number; readonly png: Uint8Array }[]): Uint8Array {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // A byte holds the size: 0 stands for 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Types of an .icns file by the pixels that they hold; the second of a pair is the one for fine screens. */
const ICNS_TYPES: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1_024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

/** An .icns file of the pictures that `pngOf` gives for each size in pixels. */
export function icnsOf(pngOf: (size: number) => Uint8Array): Uint8Array {
  const parts = ICNS_TYPES.map(([type, size]) => chunk(type, pngOf(size)));
  return chunk('icns', Buffer.concat(parts));
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([head, content]);
}
