/** Recorder worker: runs the block store of one account in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RecordingSettings } from '#shared/ipc/recording.ts';
import { openBlockStore, type StoreMessage } from './blockStore.ts';

const { folder, settings } = workerData as { readonly folder: string; readonly settings: RecordingSettings };
const store = openBlockStore({ folder, settings, now: () => Date.now() });
parentPort?.on('message', (message: StoreMessage) => {
  const answer = store.handle(message);
  if (answer !== null) parentPort?.postMessage(answer);
  if (message.kind === 'close') parentPort?.close();
});
