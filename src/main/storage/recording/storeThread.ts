/** Store thread: the worker with the block store of one account. */
import { Worker } from 'node:worker_threads';
import type { StoreAnswer } from './blockStore.ts';
import type { StoreThread, StoreThreadOptions } from './recorder.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './recorderWorker.ts' : './recorder.js', import.meta.url);

const MAX_CLOSE_MS = 5_000;

export function startStoreThread({ folder, settings, onAnswer, onEnded }: StoreThreadOptions): StoreThread {
  const worker = new Worker(WORKER, { workerData: { folder, settings } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let isClosing = false;
  worker.on('message', (answer: StoreAnswer) => onAnswer(answer));
  worker.on('error', (error) => {
    if (!isClosing) onEnded(error);
    isClosing = true;
  });
  worker.once('exit', () => {
    if (!isClosing) onEnded(new Error('Expected the recorder thread to run, found its end'));
    isClosing = true;
  });
  return {
    post(message) {
      // What is sent is not used here any more: its memory moves.
      if (message.kind === 'part') worker.postMessage(message, [message.bytes.buffer as ArrayBuffer]);
      else worker.postMessage(message);
    },
    async close() {
      isClosing = true;
      worker.postMessage({ kind: 'close' });
      // A disk that does not answer must not keep the program from quitting: the tail has what is missing.
      const timer = setTimeout(() => void worker.terminate(), MAX_CLOSE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
