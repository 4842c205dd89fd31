/** Reads a file that a person chose, up to a size. */
import { open } from 'node:fs/promises';
import type { ChosenFile } from './port.ts';

/** Never rejects: a folder, a device, a missing file and bytes that are no UTF-8 are unreadable. */
export async function readChosenFile(file: string, maxBytes: number): Promise<ChosenFile> {
  try {
    const handle = await open(file, 'r');
    try {
      const state = await handle.stat();
      if (!state.isFile()) return { kind: 'unreadable' };
      if (state.size > maxBytes) return { kind: 'tooLarge' };
      // One byte more than allowed: the file may grow after its size was read.
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
      if (bytesRead > maxBytes) return { kind: 'tooLarge' };
      return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead)) };
    } finally {
      await handle.close();
    }
  } catch {
    return { kind: 'unreadable' };
  }
}
