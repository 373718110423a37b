// Icon files as Windows and macOS read them, and what is checked in.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { icnsOf, icoOf } from './icon-containers.ts';

const ICONS = fileURLToPath(new URL('./icons/', import.meta.url));
const PNG_SIGNATURE = '89504e470d0a1a0a';

/** Width and height of a PNG file. */
function pixelsOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('icon files', () => {
  it('says of each picture in an .ico file where it is and how large', () => {
    const file = Buffer.from(
      icoOf([
        { size: 16, png: Buffer.from('abc') },
        { size: 256, png: Buffer.from('defgh') },
      ]),
    );
    expect(file.readUInt16LE(2)).toBe(1);
    expect(file.readUInt16LE(4)).toBe(2);
    expect([file.readUInt8(6), file.readUInt8(22)]).toEqual([16, 0]);
    const parts = [6, 22].map((entry) => {
      const offset = file.readUInt32LE(entry + 12);
      return file.subarray(offset, offset + file.readUInt32LE(entry + 8)).toString();
    });
    expect(parts).toEqual(['abc', 'defgh']);
  });

  it('nests the pictures of an .icns file with their lengths', () => {
    const file = Buffer.from(icnsOf((size) => Buffer.from(String(size))));
    expect(file.toString('latin1', 0, 4)).toBe('icns');
    expect(file.readUInt32BE(4)).toBe(file.length);
    expect(file.toString('latin1', 8, 12)).toBe('icp4');
    expect(file.readUInt32BE(12)).toBe(10);
    expect(file.toString('latin1', 16, 18)).toBe('16');
  });

  it('has every checked-in picture in the size that its name says', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
      expect(pixelsOf(readFileSync(`${ICONS}linux/${size}x${size}.png`))).toEqual([size, size]);
    }
    expect(pixelsOf(readFileSync(`${ICONS}icon.png`))).toEqual([512, 512]);
    for (const name of ['tray', 'trayTemplate']) {
      expect(pixelsOf(readFileSync(`${ICONS}${name}.png`))).toEqual([16, 16]);
      expect(pixelsOf(readFileSync(`${ICONS}${name}@2x.png`))).toEqual([32, 32]);
    }
  });
});
