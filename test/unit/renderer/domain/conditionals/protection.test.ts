import { describe, expect, it } from 'vitest';
import {
  describeProtection,
  formatSource,
  formatSourceShort,
  isPositionHeld,
} from '#renderer/domain/conditionals/protection.ts';
import type { Mirror } from '#renderer/feed/mirror.ts';
import type { ProtectionView } from '#shared/ipc/conditionals/conditionals.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { makeMarket } from '#test/slice/makers.ts';
import { protectorOf } from '../../panes/conditionals/facts.ts';

const CLOSED = 'This program watches: while it is closed nothing fires';

const viewOf = (part: Partial<ProtectionView>): ProtectionView => ({
  outcome: { market: 'm' as MarketId, side: 'yes' },
  quantity: parseShares('500'),
  protectors: [protectorOf()],
  unprotected: ZERO_SHARES,
  ...part,
});

describe('what protects a position', () => {
  it('is asked while its market is not decided', () => {
    const market = makeMarket();
    const positions = [{ market: market.id, outcome: 'yes', quantity: 5 }];
    const mirrorOf = (result: string | null) =>
      ({ account: () => ({ positions }), listing: () => [{ ...market, result }] }) as unknown as Mirror;
    expect(isPositionHeld(mirrorOf(null), market.id, 'yes')).toBe(true);
    expect(isPositionHeld(mirrorOf(null), market.id, 'no')).toBe(false);
    expect(isPositionHeld(mirrorOf('yes'), market.id, 'yes')).toBe(false);
  });

  it('is nothing where nothing is held', () => {
    expect(describeProtection(null, false, 0)).toBeNull();
    expect(describeProtection(viewOf({}), false, 0)).toBeNull();
  });

  it('names the stops with their data and its age, and that the program watches', () => {
    expect(describeProtection(viewOf({}), true, 1_300)).toEqual({
      tone: 'good',
      text: 'Protected: stop',
      short: 'Protected',
      lines: ['Stop of 500: book 0.3 s old', CLOSED],
    });
  });

  it('says without a stop that there is none, which is no alarm', () => {
    const view = viewOf({ protectors: [], unprotected: parseShares('500') });
    expect(describeProtection(null, true, 0)).toEqual(describeProtection(view, true, 0));
    expect(describeProtection(view, true, 0)).toEqual({ tone: 'none', text: 'No stop', short: 'No stop', lines: [] });
  });

  it('is loud with the reason where a stop waits or halted', () => {
    const waiting = protectorOf({ problem: { kind: 'waiting', reason: { code: 'locked', parameters: {} } } });
    expect(describeProtection(viewOf({ protectors: [waiting], unprotected: parseShares('500') }), true, 2_000)).toEqual(
      {
        tone: 'broken',
        text: 'Unprotected: the keys are locked',
        short: 'Unprotected',
        lines: ['Stop of 500: waits, the keys are locked; book 1.0 s old', CLOSED],
      },
    );
    const halted = protectorOf({ problem: { kind: 'halted', reason: { code: 'restarted', parameters: {} } } });
    expect(
      describeProtection(viewOf({ protectors: [halted], unprotected: parseShares('500') }), true, 2_000)?.text,
    ).toMatch(/^Unprotected: the program was restarted/);
  });

  it('says how much is not covered', () => {
    const view = viewOf({ protectors: [protectorOf({ shares: parseShares('300') })], unprotected: parseShares('200') });
    expect(describeProtection(view, true, 1_000)).toMatchObject({ tone: 'partial', text: '200 of 500 unprotected' });
  });

  it('names a book that is no price instead of its age', () => {
    const outcome = { market: 'm' as MarketId, side: 'yes' } as const;
    const blind = protectorOf({
      sources: [{ kind: 'book', outcome, provedAtMs: 1_000, problem: 'notLive', standIn: null }],
    });
    expect(describeProtection(viewOf({ protectors: [blind] }), true, 9_000)?.lines[0]).toBe(
      'Stop of 500: the book is not live',
    );
  });

  it('names what stands in: always in full, and in a column only while it is needed', () => {
    const outcome = { market: 'm' as MarketId, side: 'yes' } as const;
    const book = { kind: 'book', outcome, provedAtMs: 1_000, problem: null } as const;
    const rest = { kind: 'rest', provedAtMs: 2_000 } as const;
    expect(formatSource({ ...book, standIn: rest }, 3_000)).toBe('book 2.0 s old, else the REST book');
    expect(formatSourceShort({ ...book, standIn: rest }, 3_000)).toBe('book 2.0 s');
    const stale = { ...book, problem: 'notLive', standIn: rest } as const;
    expect(formatSource(stale, 3_000)).toBe('the book is not live, in its place the REST book 1.0 s old');
    expect(formatSourceShort(stale, 3_000)).toBe('REST 1.0 s');
    const tick = { kind: 'underlying', symbol: 'BTC-USD', provedAtMs: null } as const;
    expect(formatSourceShort({ ...stale, standIn: tick }, 3_000)).toBe('BTC-USD not seen yet');
  });
});
