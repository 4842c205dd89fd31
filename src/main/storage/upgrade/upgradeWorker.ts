/** Upgrade worker: upgrades one order journal in a thread of its own, and posts the progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { upgradeJournal } from './journalUpgrade.ts';

for (const progress of upgradeJournal(workerData as string)) parentPort?.postMessage(progress);
