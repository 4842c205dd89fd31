import { expect, it } from 'vitest';
import { openConfirmations, type QuestionOutcome } from '#main/app/confirmations.ts';
import type { Confirmation } from '#main/shell/port.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

const PASSWORD = 'right';

function open(network: 'test' | 'paper' = 'test') {
  const clock = openFakeClock();
  const asked: {
    readonly title: string;
    answer(agreed: boolean): void;
    readonly withdrawn: AbortSignal | undefined;
  }[] = [];
  const outcomes: (readonly [string, QuestionOutcome])[] = [];
  const confirmations = openConfirmations({
    now: clock.now,
    schedule: clock.schedule,
    exchange: { network, baseUrl: 'http://127.0.0.1:1' },
    vault: {
      owner: () => null,
      async checkPassword(password) {
        if (password === PASSWORD) return;
        throw new VaultError(
          { code: 'WRONG_PASSWORD', parameters: { of: 'vault' } },
          'Expected the password, found another',
        );
      },
    },
    shell: {
      confirm: ({ title }: Confirmation, withdrawn) =>
        new Promise((answer) => {
          asked.push({ title, answer, withdrawn });
        }),
    },
    onOutcome: (code, outcome) => outcomes.push([code, outcome]),
  });
  const order = { title: 'Rain', side: 'yes', direction: 'sell', price: toPrice(10_000), shares: toShares(1) } as const;
  const sell = () => confirmations.ask('exitOnOldBook', { orders: [order], cancelsOrders: false });
  const restart = (password = PASSWORD) => confirmations.askWithPassword(password, 'restartDay', { loss: null });
  return { clock, asked, outcomes, confirmations, sell, restart };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const OPEN = { coded: { code: 'QUESTION_OPEN' } };
const LIMITED = { coded: { code: 'QUESTIONS_LIMITED' } };

it('asks nothing on network paper', async () => {
  const { sell, restart, asked } = open('paper');
  expect(await Promise.all([sell(), restart(), restart(), restart(), restart()])).not.toContain(false);
  expect(asked).toEqual([]);
});

it('counts questions without a password and after it apart, three a minute each', async () => {
  const { clock, asked, sell, restart } = open();
  for (let count = 0; count < 3; count += 1) {
    const answer = sell();
    await settle();
    asked.at(-1)?.answer(false);
    expect(await answer).toBe(false);
  }
  for (let count = 0; count < 300; count += 1) await expect(sell()).rejects.toMatchObject(LIMITED);
  for (let count = 0; count < 3; count += 1) {
    const answer = restart();
    await settle();
    asked.at(-1)?.answer(true);
    expect(await answer).toBe(true);
  }
  await expect(restart()).rejects.toMatchObject(LIMITED);
  expect(asked).toHaveLength(6);
  await clock.advance(60_000);
  for (const ask of [sell, restart]) {
    const answer = ask();
    await settle();
    asked.at(-1)?.answer(true);
    expect(await answer).toBe(true);
  }
});

it('withdraws an open question without a password for one after it, a second later', async () => {
  const { clock, asked, outcomes, sell, restart } = open();
  const sale = sell();
  const refused = expect(sale).rejects.toMatchObject(OPEN);
  const restarted = restart();
  await settle();
  await refused;
  expect(asked[0]?.withdrawn?.aborted).toBe(true);
  // A click that was meant for the first question finds none.
  expect(asked).toHaveLength(1);
  await expect(sell()).rejects.toMatchObject(OPEN);
  await expect(restart()).rejects.toMatchObject(OPEN);
  await clock.advance(1_000);
  await settle();
  expect(asked).toHaveLength(2);
  // A dialog that the system could not close answers nothing any more.
  asked[0]?.answer(true);
  asked[1]?.answer(true);
  expect(await restarted).toBe(true);
  expect(outcomes).toEqual([
    ['exitOnOldBook', 'asked'],
    ['exitOnOldBook', 'withdrawn'],
    ['restartDay', 'asked'],
    ['restartDay', 'agreed'],
  ]);
});

it('withdraws no question after the password, and none for a wrong one or for one over the budget', async () => {
  const { clock, asked, sell, restart } = open();
  for (let count = 0; count < 3; count += 1) {
    const answer = restart();
    await settle();
    if (count === 0) {
      await expect(sell()).rejects.toMatchObject(OPEN);
      await expect(restart()).rejects.toMatchObject(OPEN);
    }
    asked.at(-1)?.answer(true);
    expect(await answer).toBe(true);
  }
  const sale = sell();
  await expect(restart('wrong')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  await expect(restart()).rejects.toMatchObject(LIMITED);
  expect(asked.at(-1)?.withdrawn?.aborted).toBe(false);
  asked.at(-1)?.answer(true);
  expect(await sale).toBe(true);
  await clock.advance(1_000);
  expect(asked).toHaveLength(4);
});
