/** The files of resources/ are those that their script writes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawIcon } from '../../tools/resources/icon.ts';
import { buildLicences } from '../../tools/resources/licences.ts';
import { buildWav, SOUNDS } from '../../tools/resources/sound.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, 'resources', name));

describe('resources', () => {
  it.each([16, 24, 32, 48, 64, 128, 256, 512, 1024])('has the icon of %i pixels', (size) => {
    const png = read(`icons/${size}.png`);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  it('has the icon as the script draws it', () => {
    const size = 32;
    const png = read(`icons/${size}.png`);
    const at = png.indexOf('IDAT');
    // Compressed bytes differ between builds of zlib; the pixels do not. Each row begins with a filter byte.
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    const pixels = Buffer.concat(
      Array.from({ length: size }, (_, y) => rows.subarray(y * (size * 4 + 1) + 1, (y + 1) * (size * 4 + 1))),
    );
    expect(pixels.equals(drawIcon(size))).toBe(true);
  });

  it('has containers whose images begin where their directory says', () => {
    const ico = read('icons/adyton.ico');
    const count = ico.readUInt16LE(4);
    expect(count).toBe(7);
    for (let index = 0; index < count; index += 1) {
      const at = ico.readUInt32LE(6 + index * 16 + 12);
      expect(ico.subarray(at + 1, at + 4).toString('latin1')).toBe('PNG');
    }
    const icns = read('icons/adyton.icns');
    expect([icns.subarray(0, 4).toString('latin1'), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
    let at = 8;
    while (at < icns.length) {
      expect(icns.subarray(at + 9, at + 12).toString('latin1')).toBe('PNG');
      at += icns.readUInt32BE(at + 4);
    }
    expect(at).toBe(icns.length);
  });

  it('has each sound as the script writes it, shorter than a second', () => {
    expect(readdirSync(join(ROOT, 'resources/sounds')).sort()).toEqual(
      Object.keys(SOUNDS)
        .map((name) => `${name}.wav`)
        .sort(),
    );
    for (const [name, tones] of Object.entries(SOUNDS)) {
      const wav = read(`sounds/${name}.wav`);
      expect(wav.equals(buildWav(tones)), name).toBe(true);
      expect((wav.length - 44) / 2 / wav.readUInt32LE(24)).toBeLessThan(1);
    }
  });

  it('has the licences of the installed packages; npm run resources writes them', () => {
    expect(read('LICENCES.txt').toString('utf8')).toBe(buildLicences(ROOT));
  });
});
