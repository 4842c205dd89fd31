/** Options of a trader on an embedded exchange, also in a process of its own: real clocks, a key derivation that costs nothing, errors to stderr. */
import { randomBytes } from 'node:crypto';
import type { TraderOptions } from '#main/app/traderOptions.ts';
import { cheapKdf } from '../unit/main/vault/cheapKdf.ts';

export interface ProcessFolder {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
}

export function buildProcessOptions({ dataFolder, port, token }: ProcessFolder): TraderOptions {
  return {
    dataFolder,
    exchange: {
      network: 'paper',
      baseUrl: `http://127.0.0.1:${port}`,
      wsBaseUrl: `ws://127.0.0.1:${port}`,
      headers: { 'X-Adyton-Paper': token },
    },
    log: {
      path: '',
      write: (level, where, text) => void (level === 'error' && process.stderr.write(`${where}: ${text}\n`)),
    },
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: null,
    kdf: cheapKdf,
  };
}
