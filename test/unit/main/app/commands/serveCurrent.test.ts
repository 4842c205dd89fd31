import { expect, it } from 'vitest';
import { serveCurrent } from '#main/app/commands/serveCurrent.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';

const LOCKED = { ok: false, error: { code: 'LOCKED', parameters: {} } };

function make() {
  let finish = (_how: 'answer' | 'throw'): void => undefined;
  const wait = () =>
    new Promise((resolve, reject) => {
      finish = (how) => (how === 'answer' ? resolve(succeed('of the first')) : reject(new Error('closed journal')));
    });
  const first = { 'equity.read': wait, 'accounts.select': wait, 'app.describe': wait } as unknown as Handlers;
  const next = { 'equity.read': async () => succeed('of the next') } as unknown as Handlers;
  let current = first;
  return {
    served: serveCurrent(() => current),
    replace: () => {
      current = next;
    },
    finish: (how: 'answer' | 'throw') => finish(how),
  };
}

it('answers by the handlers of the trader that runs', async () => {
  const { served, replace } = make();
  replace();
  expect(await served['equity.read']({} as never)).toEqual(succeed('of the next'));
});

it.each(['answer', 'throw'] as const)('answers LOCKED when the account was replaced before the %s', async (how) => {
  const { served, replace, finish } = make();
  const answer = served['equity.read']({} as never);
  replace();
  finish(how);
  expect(await answer).toEqual(LOCKED);
});

it('passes an error on while the account is the same', async () => {
  const { served, finish } = make();
  const answer = served['equity.read']({} as never);
  finish('throw');
  await expect(answer).rejects.toThrow('closed journal');
});

it.each(['accounts.select', 'app.describe'] as const)('answers %s as it ended', async (name) => {
  const { served, replace, finish } = make();
  const answer = served[name]({} as never);
  replace();
  finish('answer');
  expect(await answer).toEqual(succeed('of the first'));
});
