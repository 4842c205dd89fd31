/**
 * The embedded exchange of a run: on the shared clock, recorded, restartable, with a market that can be stopped.
 *
 * Invariants  Port and token stay the same over a restart, as the trader's address does.
 */
import { randomBytes } from 'node:crypto';
import type { Account } from '#paper/engine/state.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import type { PaperMarket } from '#paper/simulation/world.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import type { ScaledClock } from './scaledClock.ts';

export interface ExchangeHostOptions {
  readonly clock: ScaledClock;
  readonly factor: number;
  readonly seed: number;
  readonly dataFolder: string;
  onPlaced(): void;
}

export interface ExchangeHost {
  readonly recorder: Recorder;
  readonly port: number;
  readonly token: string;
  exchange(): PaperExchange;
  market(slug: string): PaperMarket;
  /** The trader's account at the exchange. */
  account(): Account;
  restart(): Promise<void>;
  /** Stops the other traders: time goes on, the market does not. */
  stopMarket(): void;
  brokenInvariants(): readonly string[];
  close(): Promise<void>;
}

export async function openExchangeHost(options: ExchangeHostOptions): Promise<ExchangeHost> {
  const { clock, factor, seed, dataFolder } = options;
  const token = randomBytes(32).toString('hex');
  const broken: string[] = [];
  let stoppedAtMs: number | null = null;
  let current: PaperExchange | null = null;
  let port = 0;
  const recorder = openRecorder({
    now: clock.now,
    slugOf: (order) => current!.world.ofBook(order.market).slug,
    onPlaced: options.onPlaced,
  });
  const open = async (): Promise<PaperExchange> => {
    const opened = await openExchange({
      seed,
      port,
      token,
      dataFolder,
      clock: { wallMs: clock.now, nowMs: () => stoppedAtMs ?? clock.now(), factor },
      observer: recorder.observer,
      onRequest: recorder.onRequest,
      onBroken: (sentences) => broken.push(...sentences),
    });
    ({ port } = opened);
    current = opened;
    return opened;
  };
  await open();
  return {
    recorder,
    get port() {
      return port;
    },
    token,
    exchange: () => current!,
    market: (slug) => current!.world.find(slug)!,
    account: () => current!.world.engine.accounts.find(({ isHouse }) => !isHouse)!,
    async restart() {
      await current!.close();
      await open();
    },
    stopMarket() {
      stoppedAtMs = clock.now();
    },
    brokenInvariants: () => broken,
    close: () => current!.close(),
  };
}
