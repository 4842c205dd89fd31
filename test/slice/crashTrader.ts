/** The headless trader of a process that kills itself: real clocks, a key derivation that costs nothing, errors to stderr. */
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { openTrader, type Trader } from '#main/app/trader.ts';
import { cheapKdf } from '../unit/main/vault/cheapKdf.ts';

export interface CrashFolder {
  readonly dataFolder: string;
  readonly port: number;
  readonly token: string;
}

export function openCrashTrader({ dataFolder, port, token }: CrashFolder): Trader {
  // A killed program writes nothing when it ends.
  flushCompileCache();
  return openTrader({
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
  });
}
