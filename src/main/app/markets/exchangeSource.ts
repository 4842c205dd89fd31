/**
 * Exchange source: the embedded exchange as a child process, or the server that the user named.
 *
 * Invariants  A child that ends is restarted on the same port. Its token is only in `headers`.
 * Errors      Rejects when the embedded exchange does not report its port within 15 s.
 */
import path from 'node:path';
import { describeError } from '#shared/base/describeError.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { ChildHandle, Shell } from '../../shell/port.ts';

export type NetworkChoice =
  | { readonly kind: 'paper'; readonly seed?: number }
  /** `test`: plain http and ws on this machine. `live`: any server, https and wss. */
  | { readonly kind: 'test' | 'live'; readonly baseUrl: string; readonly wsBaseUrl: string };

export interface ExchangeSource {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  /** Changes when the embedded exchange restarts: read at every request. */
  readonly headers: Record<string, string>;
  /** The embedded exchange ended, and is restarted. */
  onEnded(listener: (reason: string) => void): () => void;
  onRestarted(listener: () => void): () => void;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 15_000;
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

/** The exchange says why it cannot start before it ends. */
function isFailed(value: unknown): value is { readonly reason: string } {
  if (value === null || typeof value !== 'object') return false;
  const { kind, reason } = value as Record<string, unknown>;
  return kind === 'failed' && typeof reason === 'string';
}

/** Needs no window: the embedded exchange starts while the shell opens one. */
export async function openExchangeSource(
  shell: Pick<Shell, 'dataFolder' | 'startChild'>,
  network: NetworkChoice,
): Promise<ExchangeSource> {
  const ended = createEmitter<string>();
  const restarted = createEmitter();
  const listeners = { onEnded: ended.on, onRestarted: restarted.on };
  if (network.kind !== 'paper') {
    const { baseUrl, wsBaseUrl } = network;
    return { baseUrl, wsBaseUrl, headers: {}, ...listeners, close: async () => undefined };
  }
  const headers: Record<string, string> = {};
  let child: ChildHandle | null = null;
  let isClosed = false;
  let restartTimer: NodeJS.Timeout | null = null;

  async function start(port: number): Promise<number> {
    const seed = network.kind === 'paper' && network.seed !== undefined ? ['--seed', String(network.seed)] : [];
    // Accounts, orders and positions persist across restarts of both processes.
    const data = ['--data', path.join(shell.dataFolder, 'paper', 'exchange')];
    const started = await shell.startChild('paper', ['--embedded', '--port', String(port), ...data, ...seed]);
    child = started;
    const listening = await new Promise<Listening>((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error('Expected the embedded exchange to listen within 15 s, found no message')),
        START_TIMEOUT_MS,
      );
      started.onMessage((value) => {
        if (isFailed(value)) {
          clearTimeout(timeout);
          reject(new Error(value.reason));
        }
        if (!isListening(value)) return;
        clearTimeout(timeout);
        resolve(value);
      });
      started.onExit((code) => {
        clearTimeout(timeout);
        reject(new Error(`Expected the embedded exchange to start, found exit code ${code}`));
      });
    });
    headers[TOKEN_HEADER] = listening.token;
    started.onExit((code) => {
      if (!isClosed && child === started) restart(listening.port, `exit code ${code}`);
    });
    return listening.port;
  }

  function restart(port: number, reason: string): void {
    ended.emit(reason);
    restartTimer = setTimeout(() => {
      start(port).then(
        () => restarted.emit(),
        (error: unknown) => {
          if (!isClosed) restart(port, describeError(error));
        },
      );
    }, RESTART_AFTER_MS);
  }

  const port = await start(0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    wsBaseUrl: `ws://127.0.0.1:${port}`,
    headers,
    ...listeners,
    async close() {
      isClosed = true;
      if (restartTimer) clearTimeout(restartTimer);
      await child?.kill();
    },
  };
}
