/**
 * A conditional order of every kind whose program stops at any of its steps: at every write of a journal, every placement and cancel.
 *
 * Shape       Of a step that comes again, such as the cancels of a walk, the first one. `ADYTON_ALL_STEPS=1` stops at each of them.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABSENT_AFTER_MS } from '#main/trading/orders/absence.ts';
import { isTerminal } from '#shared/order/conditional/describeLife.ts';
import type { ConditionalLife } from '#shared/order/conditional/state.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { type CrashWorld, openCrashWorld } from './conditionalCrashWorld.ts';
import { TERMS } from './conditionalTerms.ts';

let folder: string;
beforeAll(() => {
  // A file system in memory where there is one: what is tested is the order of the steps, not the disk.
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'adyton-crashes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly points: readonly string[];
  /** Before a person ended it. */
  readonly life: ConditionalLife;
  readonly isOpenAtEnd: boolean;
  readonly world: CrashWorld;
}

const lifeOf = (world: CrashWorld): ConditionalLife => world.view()?.life ?? { at: 'draft' };
let files = 0;

/** Lets time pass, starts the program again where it stopped, and lets one go on that asks after the start. */
async function pass(world: CrashWorld, ms: number): Promise<void> {
  for (let left = ms; left > 0 && !isTerminal(lifeOf(world)); left -= 500) {
    await world.clock.advance(500);
    if (world.isStopped()) await world.start();
    world.touchBook();
    if (world.isStopped()) continue;
    const life = lifeOf(world);
    if (life.at !== 'halted') continue;
    expect(life.reason.code).toBe('restarted');
    world.trading.conditionals.answer(world.view()!.id, 'resume');
  }
}

async function run(terms: ConditionalTerms, stopAt: number | null): Promise<Ran> {
  files += 1;
  const world = await openCrashWorld(join(folder, `${files}.sqlite`), terms, stopAt);
  world.arm(terms);
  await pass(world, 2_500);
  // The page was told nothing: it asks again, unless the row is there as what was never armed.
  if (world.view() === undefined) world.arm(terms);
  world.fillPart('30');
  await pass(world, 1_500);
  world.setBook('0.46', '0.48');
  await pass(world, 3_000);
  world.setBook('0.33', '0.35');
  await pass(world, 3_500);
  world.setBook('0.29', '0.31');
  await pass(world, 3_500);
  const life = lifeOf(world);
  const isOpenAtEnd = world.orders().some(({ state }) => state === 'wait');
  world.end();
  await pass(world, 1_000);
  // A person's request that the stop interrupted is made again.
  world.end();
  await pass(world, 8_000);
  if (!isTerminal(lifeOf(world))) await world.clock.advance(ABSENT_AFTER_MS + 120_000);
  return { points: world.points, life, isOpenAtEnd, world };
}

describe('a program that stops at each step of', () => {
  it.each(Object.entries(TERMS))('%s does no more than intended, and goes on or says why not', async (_kind, terms) => {
    const whole = await run(terms, null);
    expect(whole.world.broken).toEqual([]);
    expect(isTerminal(lifeOf(whole.world))).toBe(true);
    const steps = [...whole.points.entries()].filter(
      ([at, name]) => process.env.ADYTON_ALL_STEPS === '1' || whole.points.indexOf(name) === at,
    );
    expect(steps.length).toBeGreaterThanOrEqual(12);
    for (const [at, name] of steps) {
      const { world, life, isOpenAtEnd } = await run(terms, at + 1);
      const view = world.view();
      const filled = world.orders().reduce((sum, { filledShares }) => sum + filledShares, 0);
      expect([world.broken, world.faults], name).toEqual([[], []]);
      if (view?.life.at === 'draft') {
        expect(world.orders(), name).toEqual([]);
        expect(world.arm(terms), name).toMatchObject({ outcome: 'refused' });
      } else {
        // It finished, says what keeps it, or goes on: as the one that was never stopped, or with an order on the exchange.
        const goesOn = ['working', 'requoting', 'releasing'].includes(life.at) && isOpenAtEnd;
        if (!isTerminal(life) && life.at !== 'waiting' && !goesOn) expect(life.at, name).toBe(whole.life.at);
        expect(isTerminal(lifeOf(world)), `${name}: ${JSON.stringify(lifeOf(world))}`).toBe(true);
        const known = view!.orders.reduce((sum, order) => sum + order.filled, 0);
        expect(known, name).toBe(filled);
      }
      world.close();
    }
    whole.world.close();
  });
});
