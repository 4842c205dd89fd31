/**
 * Upgrade thread: upgrades the old order journals of a data folder, before any of them is opened.
 *
 * Errors      Never rejects: a journal that cannot be upgraded is reported, and opening it says why.
 */
import { Worker } from 'node:worker_threads';
import { needsUpgrade, type UpgradeProgress } from './journalUpgrade.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './upgradeWorker.ts' : './upgrade.js', import.meta.url);

export interface JournalUpgrades {
  readonly paths: readonly string[];
  onProgress(progress: UpgradeProgress): void;
  onFault(error: unknown): void;
}

export async function upgradeJournals({ paths, onProgress, onFault }: JournalUpgrades): Promise<void> {
  for (const path of paths) {
    try {
      if (needsUpgrade(path)) await runWorker(path, onProgress);
    } catch (error) {
      onFault(error);
    }
  }
}

function runWorker(path: string, onProgress: (progress: UpgradeProgress) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: path });
    worker.on('message', onProgress);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Expected the upgrade of the order journal to end, found exit code ${code}`));
    });
  });
}
