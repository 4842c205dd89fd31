import { describe, expect, it } from 'vitest';
import { checkLock, guardHandlers, type LockView } from '#main/ipc/lockRules.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { type Result, succeed } from '#shared/ipc/result.ts';

function openBench(depth: ReturnType<LockView['depth']>) {
  const ran: CommandName[] = [];
  let acts = 0;
  const handlers = Object.fromEntries(
    COMMAND_NAMES.map((name) => [
      name,
      async () => {
        ran.push(name);
        return succeed(null);
      },
    ]),
  ) as unknown as Handlers;
  const guarded = guardHandlers(handlers, { depth: () => depth, noteAct: () => (acts += 1) });
  const call = (name: CommandName) => (guarded[name] as (input: unknown) => Promise<Result<unknown>>)({});
  return { call, ran, acts: () => acts };
}

describe.each(COMMAND_NAMES)('%s', (name) => {
  it('runs while the vault is open or absent', async () => {
    for (const depth of ['open', 'none'] as const) {
      const bench = openBench(depth);
      expect((await bench.call(name)).ok).toBe(true);
      expect(bench.ran).toEqual([name]);
    }
  });

  it.each(['screen', 'keys'] as const)('runs or answers LOCKED by its rule behind a "%s" lock', async (depth) => {
    const bench = openBench(depth);
    const answer = await bench.call(name);
    expect(bench.ran).toEqual(checkLock(name, depth) ? [name] : []);
    if (!checkLock(name, depth)) expect(answer).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
  });
});

it('runs commands without account data behind locked keys, and cancels too behind a locked screen', () => {
  const left = (depth: 'screen' | 'keys') => COMMAND_NAMES.filter((name) => checkLock(name, depth));
  const harmless = [
    'app.describe',
    'app.reportFault',
    'app.noteAct',
    'computer.check',
    'layout.load',
    'layout.save',
    'layout.opened',
    'layout.takeReturned',
    'layout.share',
    'layout.point',
    'window.open',
    'window.close',
    'window.focus',
    'workspace.open',
    'workspace.create',
    'workspace.rename',
    'workspace.duplicate',
    'workspace.remove',
    'workspace.restore',
    'preferences.load',
    'preferences.save',
    'feed.hideList',
    'feed.keep',
    'feed.search',
    'feed.showList',
    'feed.stepList',
    'feed.watch',
    'watchlists.load',
    'watchlists.save',
    'alerts.setMuted',
    'vault.cancelImport',
    'vault.unlock',
    'vault.lock',
    'vault.unlockWithKeychain',
  ];
  const drills = ['drill.start', 'drill.stop'];
  const revoke = 'conditional.revokeExits';
  expect(left('keys').sort()).toEqual([...harmless, revoke, ...drills].sort());
  const cancels = ['order.cancel', 'order.cancelAll', 'exit.stopFlatten', 'exit.panic'];
  expect(left('screen').sort()).toEqual([...harmless, ...cancels, revoke, ...drills].sort());
});

it('counts orders, arming and the page’s activity notice as acts of a person, and no command that a page sends by itself', async () => {
  const acts = await Promise.all(
    COMMAND_NAMES.map(async (name) => {
      const bench = openBench('open');
      await bench.call(name);
      return bench.acts() === 1 ? name : null;
    }),
  );
  expect(acts.filter((name) => name !== null)).toEqual([
    'app.noteAct',
    'account.arm',
    'order.place',
    'order.cancel',
    'order.cancelAll',
    'order.resolveUnknown',
    'exit.move',
    'exit.flatten',
    'exit.stopFlatten',
    'exit.panic',
    'conditional.arm',
    'conditional.cancel',
    'conditional.change',
    'conditional.answer',
  ]);
});
