import { expect, it } from 'vitest';
import { type FramesOptions, openFrames } from '#main/app/frames.ts';
import { applyAccountChange } from '#shared/ipc/frames/accountChange.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { EMPTY_LEDGER } from '#shared/order/account/ledger.ts';
import { restingOf } from '#test/unit/renderer/panes/facts.ts';

const NO_ACCOUNT = { orders: [], fills: [], positions: [], ledger: EMPTY_LEDGER } as unknown as AccountView;

/** Starts at a time that is no whole second; moves in steps of a millisecond. */
function openBench(firstAccount = NO_ACCOUNT) {
  let account = firstAccount;
  let noteAccount: (view: 'account') => void = () => undefined;
  let nowMs = 10_300;
  const kept: string[] = [];
  const waiting = new Set<{ readonly atMs: number; readonly run: () => void }>();
  const schedule = (delayMs: number, run: () => void): (() => void) => {
    const entry = { atMs: nowMs + delayMs, run };
    waiting.add(entry);
    return () => void waiting.delete(entry);
  };
  let noteMarket: (mayWait: boolean) => void = () => undefined;
  let symbol = 0;
  const never = () => () => undefined;
  const accounts = {
    base: {
      market: {
        buildCursor: () => ({ symbol }),
        hasMore: () => false,
        listing: { version: () => 0, listEvent: () => [] },
        keep: (_holder: string, ids: Iterable<string>) => kept.push(...ids),
        collect(cursor: { symbol: number }) {
          if (cursor.symbol === symbol) return {};
          cursor.symbol = symbol;
          return { ticks: [] };
        },
        onDirty(listener: (mayWait: boolean) => void) {
          noteMarket = listener;
          return () => undefined;
        },
      },
      venue: { health: () => ({}), clockOffsetMs: () => null },
      orderTimes: { speed: () => null },
      onFault: (_where: string, error: unknown) => {
        throw error;
      },
      options: { now: () => nowMs },
    },
    trader: () => ({
      onChange(listener: (view: 'account') => void) {
        noteAccount = listener;
        return () => undefined;
      },
      alerts: { onChange: never },
      trading: { conditionals: { onChange: never } },
      locks: { onChange: never },
      accountView: () => account,
      walletView: () => ({}),
      alertsView: () => ({}),
      conditionalsView: () => ({}),
    }),
    onSwitched: never,
  } as unknown as FramesOptions['accounts'];
  const workspaces = {
    view: () => ({}),
    onChange: never,
    pointedAt: () => null,
    onPointed: never,
  } as unknown as FramesOptions['workspaces'];
  const frames = openFrames({ accounts, workspaces, schedule });
  const sent: string[] = [];
  const got: Frame[] = [];
  let acknowledge: (value: unknown) => void = () => undefined;
  frames.add({
    post(bytes) {
      const frame = decodeFrame(bytes);
      const { seq, sentAtMs, health, ticks } = frame;
      if (frame.account ?? frame.accountChange) got.push(frame);
      sent.push(`${sentAtMs}${health === undefined ? '' : ' health'}${ticks === undefined ? '' : ' market'}`);
      acknowledge({ ack: seq });
    },
    onMessage: (listener) => {
      acknowledge = listener;
    },
    onClose: () => undefined,
  });
  return {
    sent,
    got,
    kept,
    changeAccount(next: AccountView) {
      account = next;
      noteAccount('account');
    },
    frames,
    waiting,
    change(mayWait: boolean) {
      symbol += 1;
      noteMarket(mayWait);
    },
    moveTo(atMs: number) {
      for (; nowMs < atMs; nowMs += 1) {
        for (const entry of [...waiting]) {
          if (entry.atMs > nowMs) continue;
          waiting.delete(entry);
          entry.run();
        }
      }
    },
  };
}

it('sends what may wait with another frame, shortly after the page’s clocks are due at the latest, in one with health', () => {
  const { sent, frames, waiting, change, moveTo } = openBench();
  moveTo(10_400);
  sent.length = 0;
  moveTo(10_500);
  change(true);
  moveTo(12_300);
  expect(sent).toEqual(['11025 health market', '12025 health']);
  change(true);
  moveTo(12_400);
  change(false);
  moveTo(13_500);
  expect(sent.slice(2)).toEqual(['12400 market', '13025 health']);
  sent.length = 0;
  moveTo(14_010);
  change(true);
  change(false);
  moveTo(14_500);
  expect(sent).toEqual(['14010 health market']);
  frames.close();
  expect(waiting.size).toBe(0);
});

it('sends the whole account to a new page, and later what changed', () => {
  const orders = [restingOf('a'), restingOf('b')];
  const first = {
    at: 'live',
    armed: false,
    orders,
    fills: [],
    positions: [],
    ledger: EMPTY_LEDGER,
  } as unknown as AccountView;
  const second = { ...first, armed: true, orders: [orders[0]!] };
  const { got, changeAccount, moveTo } = openBench(first);
  moveTo(10_400);
  changeAccount(second);
  moveTo(10_500);
  expect(got.map(({ account }) => account?.orders.length)).toEqual([2, undefined]);
  expect(got[1]!.accountChange).toMatchObject({ parts: { armed: true }, absent: [] });
  expect(applyAccountChange(got[0]!.account!, got[1]!.accountChange!)).toEqual(second);
});

it('keeps the markets that the account names, so that windows know them', () => {
  const { kept, moveTo } = openBench({ ...NO_ACCOUNT, orders: [restingOf('a')] });
  moveTo(10_400);
  expect(kept).toEqual([restingOf('a').market]);
});
