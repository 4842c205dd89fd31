/**
 * Icon of the program: a price ladder in a doorway, drawn as pixels at any size.
 *
 * Units       The drawing is 1 by 1, from the top left; each pixel averages SAMPLES² points.
 * Source      ICO and ICNS containers with PNG images: Microsoft's and Apple's published layouts.
 */
import { encodePng } from './png.ts';

type Colour = readonly [red: number, green: number, blue: number];

const SAMPLES = 4;
const BACKGROUND: Colour = [11, 14, 19];
const FRAME: Colour = [223, 228, 236];
const ASK: Colour = [240, 97, 109];
const BID: Colour = [46, 189, 133];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

const TILE: Box = { x: 0.04, y: 0.04, width: 0.92, height: 0.92, radius: 0.2 };

/** Doorway: two posts and a lintel. Ladder: asks above, bids below, each level longer towards the outside. */
const SHAPES: readonly (readonly [Box, Colour])[] = [
  [{ x: 0.17, y: 0.17, width: 0.66, height: 0.075, radius: 0.02 }, FRAME],
  [{ x: 0.22, y: 0.2, width: 0.075, height: 0.63, radius: 0.02 }, FRAME],
  [{ x: 0.705, y: 0.2, width: 0.075, height: 0.63, radius: 0.02 }, FRAME],
  [{ x: 0.35, y: 0.31, width: 0.3, height: 0.085, radius: 0.02 }, ASK],
  [{ x: 0.35, y: 0.435, width: 0.19, height: 0.085, radius: 0.02 }, ASK],
  [{ x: 0.46, y: 0.59, width: 0.19, height: 0.085, radius: 0.02 }, BID],
  [{ x: 0.35, y: 0.715, width: 0.3, height: 0.085, radius: 0.02 }, BID],
];

function isInside(box: Box, x: number, y: number): boolean {
  const dx = Math.max(box.x + box.radius - x, x - (box.x + box.width - box.radius), 0);
  const dy = Math.max(box.y + box.radius - y, y - (box.y + box.height - box.radius), 0);
  return dx * dx + dy * dy <= box.radius * box.radius;
}

function colourAt(x: number, y: number): Colour | null {
  const shape = SHAPES.findLast(([box]) => isInside(box, x, y));
  if (shape !== undefined) return shape[1];
  return isInside(TILE, x, y) ? BACKGROUND : null;
}

/** Four bytes a pixel: red, green, blue, alpha. */
export function drawIcon(size: number): Uint8Array {
  const rgba = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const dx = ((sample % SAMPLES) + 0.5) / SAMPLES;
        const dy = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
        const colour = colourAt((x + dx) / size, (y + dy) / size);
        if (colour === null) continue;
        covered += 1;
        for (const [channel, value] of colour.entries()) sum[channel]! += value;
      }
      if (covered === 0) continue;
      const channels = sum.map((total) => Math.round(total / covered));
      rgba.set([...channels, Math.round((covered * 255) / (SAMPLES * SAMPLES))], (y * size + x) * 4);
    }
  }
  return rgba;
}

export const buildPng = (size: number): Buffer => encodePng(size, drawIcon(size));

/** Windows: a directory of PNG images. */
export function buildIco(sizes: readonly number[]): Buffer {
  const images = sizes.map(buildPng);
  const directory = Buffer.alloc(6 + sizes.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(sizes.length, 4);
  let offset = directory.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + index * 16;
    // A byte has no 256: zero means it.
    directory.writeUInt8(sizes[index]! % 256, at);
    directory.writeUInt8(sizes[index]! % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(image.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([directory, ...images]);
}

/** macOS: type and size of each PNG image; some sizes are there twice, for screens of one and of two pixels a point. */
const ICNS_TYPES: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
];

export function buildIcns(): Buffer {
  const entries = ICNS_TYPES.map(([type, size]) => {
    const image = buildPng(size);
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(image.length + 8, 4);
    return Buffer.concat([header, image]);
  });
  const header = Buffer.alloc(8);
  header.write('icns', 'latin1');
  header.writeUInt32BE(
    entries.reduce((sum, entry) => sum + entry.length, 8),
    4,
  );
  return Buffer.concat([header, ...entries]);
}
