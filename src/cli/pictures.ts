/** Writes a picture of the terminal every few seconds: whole or not at all, by a rename. */
import { rename, rm, writeFile } from 'node:fs/promises';

export interface PictureLoop {
  /** Takes one now, after the one that may be under way. */
  take(): Promise<void>;
  stop(): Promise<void>;
}

export function openPictureLoop(
  file: string,
  everyMs: number,
  screenshot: () => Promise<Uint8Array>,
  say: (line: string) => void,
): PictureLoop {
  const part = `${file}.${process.pid}.part`;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function write(): Promise<void> {
    if (isStopped) return;
    try {
      await writeFile(part, await screenshot());
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      if (!isStopped) say(`No picture: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}`);
    }
  }

  const take = () => {
    last = last.then(write);
    return last;
  };
  const timer = setInterval(take, everyMs);
  return {
    take,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
