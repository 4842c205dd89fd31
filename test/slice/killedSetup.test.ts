/** `kill -9` of a real program at each step of a wallet's set-up, and a start on the same files and exchange. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SeenRequest } from '#paper/server/core.ts';
import { runAndKill } from './runAndKill.ts';
import { SETUP_HOOKS } from './setupHooks.ts';
import type { SetupProcess } from './setupProcess.ts';
import { takeSetupSteps } from './setupSteps.ts';
import { openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const ENTRY = join(import.meta.dirname, 'setupProcess.ts');

let bench: TraderBench;
afterEach(() => bench.close());

const points = Object.entries(SETUP_HOOKS).map(([name, point]) => ({ name, point }));

describe('after kill -9 when', () => {
  it.each(points)(
    '$name, the set-up resumes there and finishes with nothing relayed twice',
    async ({ name, point }) => {
      const relays: SeenRequest[] = [];
      bench = await openTraderBench(
        {},
        {
          onRequest(request) {
            if (request.target.endsWith('/wallet/relay')) relays.push(request);
          },
        },
      );
      const { dataFolder, exchange, answers } = bench;
      const trader = await bench.reopen(() =>
        runAndKill<SetupProcess>(ENTRY, {
          dataFolder,
          port: answers.port,
          token: exchange.token!,
          password: PASSWORD,
          point: name,
        }),
      );
      expect(relays).toHaveLength(point.executed);

      const hasVault = trader.vault.status().at !== 'absent';
      const steps = await takeSetupSteps(trader, PASSWORD);
      expect(steps[0]).toBe(hasVault ? 'unlock' : 'key');
      // The session reads the wallet by itself: the step may be behind already when it is asked for.
      expect(steps.slice(hasVault ? 1 : 0)).toContain(point.resumesAt);
      expect(relays.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(relays.map(({ body }) => body)).size).toBe(3);
      await until(() => expect(trader.trading.view()).toMatchObject({ at: 'live', reason: null }));

      // Once more: nothing is left to sign.
      expect(await takeSetupSteps(trader, PASSWORD)).toEqual(['ready']);
      expect(relays).toHaveLength(3);
    },
  );
});
