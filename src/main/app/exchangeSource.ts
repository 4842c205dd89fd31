/**
 * Where the exchange is: the embedded one as a child process that is started and kept alive, or a server that the user named.
 *
 * Invariants  A child that ends by itself is started again on the same port; its token lives in `headers` alone.
 * Errors      `open` rejects when the embedded exchange does not say where it listens within its time.
 */
import path from 'node:path';
import type { ChildHandle, Shell } from '../shell/port.ts';

export type NetworkChoice =
  | { readonly kind: 'paper'; readonly seed?: number }
  /** `test`: in the clear on this machine. `live`: anywhere, by https and wss. */
  | { readonly kind: 'test' | 'live'; readonly baseUrl: string; readonly wsBaseUrl: string };

export interface ExchangeSource {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  /** Changes when the embedded exchange was started again: read at every request. */
  readonly headers: Record<string, string>;
  close(): Promise<void>;
}

const START_LIMIT_MS = 15_000;
const RESTART_AFTER_MS = 500;
const TOKEN_HEADER = 'X-Adyton-Paper';

interface Listening {
  readonly port: number;
  readonly token: string;
}

function isListening(value: unknown): value is Listening & { kind: 'listening' } {
  if (value === null || typeof value !== 'object') return false;
  const { kind, port, token } = value as Record<string, unknown>;
  return kind === 'listening' && Number.isInteger(port) && typeof token === 'string';
}

export async function openExchangeSource(
  shell: Shell,
  network: NetworkChoice,
  listeners: { onEnded(why: string): void; onRestarted(): void },
): Promise<ExchangeSource> {
  if (network.kind !== 'paper') {
    return { baseUrl: network.baseUrl, wsBaseUrl: network.wsBaseUrl, headers: {}, close: async () => undefined };
  }
  const headers: Record<string, string> = {};
  let child: ChildHandle | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  async function start(port: number): Promise<number> {
    const seed = network.kind === 'paper' && network.seed !== undefined ? ['--seed', String(network.seed)] : [];
    // Accounts, orders and positions outlive both processes.
    const data = ['--data', path.join(shell.dataFolder, 'paper', 'exchange')];
    const started = await shell.startChild('paper', ['--embedded', '--port', String(port), ...data, ...seed]);
    child = started;
    const listening = await new Promise<Listening>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error('Expected the embedded exchange to listen within 15 s, found silence')),
        START_LIMIT_MS,
      );
      started.onMessage((value) => {
        if (!isListening(value)) return;
        clearTimeout(limit);
        resolve(value);
      });
      started.onExit((code) => {
        clearTimeout(limit);
        reject(new Error(`Expected the embedded exchange to run, found that it ended with code ${code}`));
      });
    });
    headers[TOKEN_HEADER] = listening.token;
    started.onExit((code) => {
      if (!closed && child === started) restart(listening.port, `ended with code ${code}`);
    });
    return listening.port;
  }

  function restart(port: number, why: string): void {
    listeners.onEnded(why);
    timer = setTimeout(() => {
      start(port).then(listeners.onRestarted, (error: unknown) => {
        if (!closed) restart(port, error instanceof Error ? error.message : 'did not start');
      });
    }, RESTART_AFTER_MS);
  }

  const port = await start(0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    wsBaseUrl: `ws://127.0.0.1:${port}`,
    headers,
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await child?.kill();
    },
  };
}
