/**
 * Virtual display: Xvfb with a framebuffer that can be read as pixels.
 *
 * Source      X Window Dump, XWDFile.h: a header of big-endian words, a colour table, rows of pixels.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, 0 to 255. */
  pixel(x: number, y: number): readonly [number, number, number];
}

export interface VirtualDisplay {
  /** Value of DISPLAY. */
  readonly name: string;
  read(): Promise<Picture>;
  close(): Promise<void>;
}

function parsePicture(dump: Buffer): Picture {
  const word = (index: number) => dump.readUInt32BE(index * 4);
  const [headerSize, width, height] = [word(0), word(4), word(5)];
  const [isBigEndian, bitsPerPixel, bytesPerLine, colours] = [word(7) === 1, word(11), word(12), word(19)];
  if (bitsPerPixel !== 32) throw new Error(`Expected 32 bits per pixel, found ${bitsPerPixel}`);
  const start = headerSize + colours * 12;
  return {
    width,
    height,
    pixel(x, y) {
      const at = start + y * bytesPerLine + x * 4;
      const value = isBigEndian ? dump.readUInt32BE(at) : dump.readUInt32LE(at);
      return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
    },
  };
}

export async function openVirtualDisplay(width: number, height: number): Promise<VirtualDisplay> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-display-'));
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-fbdir', folder, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'close');
  const output = server.stdio[3];
  if (output === null || output === undefined) throw new Error('Expected a pipe to Xvfb, found none');
  const number = await Promise.race([
    once(output, 'data').then(([chunk]) => String(chunk).trim()),
    ended.then(() => Promise.reject(new Error('Expected Xvfb to start, found that it ended'))),
  ]);
  return {
    name: `:${number}`,
    read: async () => parsePicture(await readFile(path.join(folder, 'Xvfb_screen0'))),
    async close() {
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
