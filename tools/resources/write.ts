/** `npm run resources`: writes the icons, the sounds and the licences into resources/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildIcns, buildIco, buildPng } from './icon.ts';
import { buildLicences } from './licences.ts';
import { buildWav, SOUNDS } from './sound.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'resources');
const write = (name: string, content: Uint8Array | string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
};

for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) write(`icons/${size}.png`, buildPng(size));
write('icons/adyton.ico', buildIco([16, 24, 32, 48, 64, 128, 256]));
write('icons/adyton.icns', buildIcns());
for (const [name, tones] of Object.entries(SOUNDS)) write(`sounds/${name}.wav`, buildWav(tones));
write('LICENCES.txt', buildLicences(root));
