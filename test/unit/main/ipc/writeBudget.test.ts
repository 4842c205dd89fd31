import { expect, it } from 'vitest';
import { buildHandlers, handlerOf } from '#main/ipc/anyHandler.ts';
import { limitWrites } from '#main/ipc/writeBudget.ts';
import { COMMAND_NAMES, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import { succeed } from '#shared/ipc/result.ts';

/** What must work on a full disk, and however often it is called. */
const NEVER_LIMITED: readonly CommandName[] = [
  'order.place',
  'order.cancel',
  'order.cancelAll',
  'exit.flatten',
  'exit.panic',
  'conditional.cancel',
  'conditional.answer',
  'conditional.dismiss',
  'conditional.revokeExits',
  'vault.lock',
  'vault.unlock',
];

let nowMs = 0;
const open = (hasSpace: boolean) =>
  limitWrites(
    buildHandlers(() => async () => succeed(null)),
    { now: () => nowMs, hasSpace: () => hasSpace },
  );
const call = (handlers: ReturnType<typeof open>, name: CommandName) =>
  handlerOf(handlers, name)({}, { window: 1 } as never);

it('refuses what would be kept while the disk is full, and nothing that ends or protects', async () => {
  const handlers = open(false);
  for (const name of COMMAND_NAMES) {
    const answer = await call(handlers, name);
    if (rulesOf(name).keeps) expect(answer).toMatchObject({ error: { code: 'DISK_FULL' } });
    else expect(answer.ok).toBe(true);
  }
  for (const name of NEVER_LIMITED) expect(rulesOf(name).keeps ?? false, name).toBe(false);
});

it('lets each command keep something 120 times a minute', async () => {
  const handlers = open(true);
  for (let at = 0; at < 120; at += 1) expect((await call(handlers, 'layout.save')).ok).toBe(true);
  expect(await call(handlers, 'layout.save')).toMatchObject({ error: { code: 'TOO_OFTEN' } });
  expect((await call(handlers, 'alerts.create')).ok).toBe(true);
  for (let at = 0; at < 500; at += 1) expect((await call(handlers, 'order.cancel')).ok).toBe(true);
  nowMs += 60_000;
  expect((await call(handlers, 'layout.save')).ok).toBe(true);
});
