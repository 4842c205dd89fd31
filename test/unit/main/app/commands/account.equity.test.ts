import { describe, expect, it } from 'vitest';
import { buildEquityCommands } from '#main/app/commands/account.ts';
import type { EquityRow } from '#main/storage/equityHistory.ts';
import type { LockController } from '#main/vault/unlock/lockController.ts';
import { parseAccountId } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const rowOf = (atMs: number): EquityRow => ({
  account: `0x${'a'.repeat(40)}`,
  atMs,
  cash: toUsd(1n),
  positions: toUsd(0n),
  unrealized: toUsd(0n),
  realized: toUsd(BigInt(atMs / MINUTE)),
  fees: toUsd(0n),
  unpriced: 0,
});

function openCommands(rows: readonly EquityRow[], safe: string | null = `0x${'a'.repeat(40)}`) {
  const reads: (readonly [number, number])[] = [];
  const state = { at: 'unlocked', lockAfterReads: Number.POSITIVE_INFINITY };
  const commands = buildEquityCommands({
    trader: {
      equityHistory: {
        append: () => undefined,
        list(account, fromMs, toMs) {
          reads.push([fromMs, toMs]);
          if (reads.length >= state.lockAfterReads) state.at = 'locked';
          return rows.filter((row) => row.account === account && row.atMs >= fromMs && row.atMs < toMs);
        },
        listHours: () => [],
        summarize: () => false,
        firstAtMs: () => rows[0]?.atMs ?? null,
        lastBefore: (_account, atMs) => rows.findLast((row) => row.atMs < atMs) ?? null,
        close: () => undefined,
        setAside: null,
      },
      locks: { status: () => ({ at: state.at }) as ReturnType<LockController['status']> } as Parameters<
        typeof buildEquityCommands
      >[0]['trader']['locks'],
      now: () => 30 * DAY,
      custodial: { accountId: () => (safe === null ? null : parseAccountId(safe)) },
    },
  });
  return { read: commands['equity.read'], reads, state };
}

describe('reading the stored equity', () => {
  it('answers the rows of the period, and counts its first day from the row before', async () => {
    const { read } = openCommands([rowOf(27 * DAY - MINUTE), rowOf(28 * DAY), rowOf(29 * DAY)]);
    const answer = await read({ fromMs: 28 * DAY });
    expect(answer).toMatchObject({
      ok: true,
      value: { rows: 2, days: [{ startMs: 28 * DAY, sinceMs: 27 * DAY - MINUTE }, {}] },
    });
  });

  it('reads everything in parts, so that main is never blocked by all rows', async () => {
    const { read, reads } = openCommands([rowOf(0), rowOf(20 * DAY)]);
    expect(await read({ fromMs: null })).toMatchObject({ ok: true, value: { rows: 2 } });
    expect(reads.length).toBe(30);
    for (const [fromMs, toMs] of reads) expect(toMs - fromMs).toBeLessThanOrEqual(DAY);
  });

  it('answers nothing without an account, and nothing once the terminal locks', async () => {
    expect(await openCommands([], null).read({ fromMs: null })).toEqual({ ok: true, value: null });
    const { read, state, reads } = openCommands([rowOf(0)]);
    state.lockAfterReads = 2;
    expect(await read({ fromMs: null })).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    expect(reads.length).toBe(2);
    expect(await read({ fromMs: null })).toMatchObject({ ok: false, error: { code: 'LOCKED' } });
    expect(reads.length).toBe(2);
  });

  it('refuses more reads in a minute than panes make', async () => {
    const { read } = openCommands([]);
    for (let at = 0; at < 60; at += 1) expect((await read({ fromMs: null })).ok).toBe(true);
    expect(await read({ fromMs: null })).toMatchObject({ ok: false, error: { code: 'TOO_OFTEN' } });
  });
});
