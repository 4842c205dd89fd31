import { expect, it } from 'vitest';
import { openAbsences } from '#main/app/account/absences.ts';
import { type AbsenceFile, NEVER_SEEN, parseAbsenceFile } from '#main/storage/absenceFile.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { AccountId } from '#shared/units/ids.ts';

const ACCOUNT = `0x${'a'.repeat(40)}` as AccountId;

function open(stored: AbsenceFile = NEVER_SEEN) {
  const world = {
    nowMs: 1_000,
    depth: 'open' as 'open' | 'screen' | 'keys',
    account: ACCOUNT as AccountId | null,
    view: { at: 'live', armed: false, fills: [] as Fill[], orders: [] } as unknown as AccountView,
    file: stored,
  };
  const absences = openAbsences({
    store: {
      load: () => stored,
      save(file) {
        world.file = parseAbsenceFile(JSON.parse(JSON.stringify(file)));
      },
    },
    now: () => world.nowMs,
    schedule: () => () => undefined,
    account: () => world.view,
    conditionals: () => ({ conditionals: [] }) as never,
    accountId: () => world.account,
    lockDepth: () => world.depth,
    onChange: () => undefined,
    onFault: (_where, error) => {
      throw error;
    },
  });
  const fill = (id: string): void => {
    const one = {
      id,
      orderId: null,
      market: 'm',
      side: 'yes',
      direction: 'buy',
      price: 1,
      shares: 1,
      value: null,
      exchangeTimeMs: 1,
    };
    world.view = { ...world.view, fills: [one as unknown as Fill, ...world.view.fills] };
  };
  return { world, absences, fill };
}

it('reports fills behind a lock once the account is open again, until it is dismissed', () => {
  const { world, absences, fill } = open();
  absences.note();
  fill('a');
  absences.note();
  world.nowMs = 2_000;
  world.depth = 'screen';
  absences.note();
  fill('b');
  absences.note();
  expect(absences.list()).toEqual([]);
  world.nowMs = 3_000;
  world.depth = 'open';
  absences.note();
  expect(absences.list()).toMatchObject([{ cause: 'locked', fromMs: 2_000, toMs: 3_000, fills: [{ fills: 1 }] }]);
  absences.dismiss();
  absences.note();
  expect(absences.list()).toEqual([]);
});

it('reports fills from while the program was closed, also after a kill behind a lock', () => {
  const first = open();
  first.absences.note();
  first.world.nowMs = 5_000;
  first.absences.close();
  const second = open(first.world.file);
  second.fill('c');
  second.world.nowMs = 9_000;
  second.absences.note();
  expect(second.absences.list()).toMatchObject([{ cause: 'closed', fromMs: 5_000, toMs: 9_000 }]);
  second.world.depth = 'keys';
  second.absences.note();
  const third = open(second.world.file);
  third.fill('c');
  third.fill('d');
  third.absences.note();
  expect(third.absences.list()).toMatchObject([{ cause: 'closed', fills: [{ fills: 1 }] }]);
});

it('goes on reading while the account is in doubt, and begins only with a live one', () => {
  const { world, absences, fill } = open();
  world.view = { ...world.view, at: 'unconfirmed' } as AccountView;
  absences.note();
  expect(world.file).toEqual(NEVER_SEEN);
  world.view = { ...world.view, at: 'live' } as AccountView;
  absences.note();
  world.view = { ...world.view, at: 'unconfirmed' } as AccountView;
  fill('a');
  absences.note();
  world.depth = 'keys';
  absences.note();
  expect(world.file.seen).toMatchObject({ cause: 'locked', fillIds: ['a/'] });
});

it('compares no reading with one of another account', () => {
  const { world, absences, fill } = open();
  absences.note();
  world.view = { ...world.view, at: 'stale' } as AccountView;
  absences.note();
  world.account = `0x${'b'.repeat(40)}` as AccountId;
  world.view = { ...world.view, at: 'live' } as AccountView;
  fill('x');
  world.nowMs += 60_000;
  absences.note();
  expect(absences.list()).toEqual([]);
});
