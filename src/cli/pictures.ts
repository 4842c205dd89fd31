/**
 * Writes a picture of the terminal every few seconds, readable by this user alone: it shows balances and orders.
 *
 * Invariants  A rename makes each write atomic. Nothing is written through a link or a file that was there.
 */
import { rename, rm, writeFile } from 'node:fs/promises';

export interface PictureLoop {
  /** Writes a picture now; waits for a write in progress. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

export function openPictureLoop(
  file: string,
  everyMs: number,
  screenshot: () => Promise<Uint8Array>,
  print: (line: string) => void,
): PictureLoop {
  const part = `${file}.${process.pid}.part`;
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function writeOnce(): Promise<void> {
    if (isStopped) return;
    try {
      const picture = await screenshot();
      await rm(part, { force: true });
      await writeFile(part, picture, { mode: 0o600, flag: 'wx' });
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      if (!isStopped) print(`No picture: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}`);
    }
  }

  const write = () => {
    last = last.then(writeOnce);
    return last;
  };
  const timer = setInterval(write, everyMs);
  return {
    write,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await last;
    },
  };
}
