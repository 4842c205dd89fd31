import { describe, expect, it } from 'vitest';
import { AUDIT_EVERY_MS, AUDIT_LEAD_MS, type AuditFinding, openBookAudit } from '#main/market/bookAudit.ts';
import type { RestBook } from '#main/market/ports.ts';
import { applyIncrement, applySnapshot, buildBook } from '#shared/market/book.ts';
import type { UncheckedReason } from '#shared/market/bookHealth.ts';
import { openFakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeBook } from '#test/slice/makers.ts';
import { explainAsCode } from '#test/slice/tradingBench.ts';

function openBench(fetchBook: () => Promise<RestBook>) {
  const clock = openFakeClock();
  const book = buildBook();
  applySnapshot(book, makeBook(5));
  const bench = { reads: 0, isAuditable: true };
  const findings: AuditFinding[] = [];
  const unchecked: (UncheckedReason | null)[] = [];
  const audit = openBookAudit({
    market: MARKET,
    book,
    now: clock.now,
    schedule: clock.schedule,
    fetchBook: () => {
      bench.reads += 1;
      return fetchBook();
    },
    explainRead: explainAsCode,
    isAuditable: () => bench.isAuditable,
    onFinding: (finding) => void findings.push(finding),
    onUnchecked: (reason) => void unchecked.push(reason),
  });
  const advanceToRead = () => clock.advance(AUDIT_EVERY_MS + AUDIT_LEAD_MS);
  return { clock, book, bench, findings, unchecked, audit, advanceToRead };
}

describe('book audit', () => {
  it('agrees with an equal REST book', async () => {
    const { findings, unchecked, advanceToRead } = openBench(async () => makeBook(5));
    const requestedAtMs = START_MS + AUDIT_EVERY_MS + AUDIT_LEAD_MS;
    await advanceToRead();
    // The exchange states no max-age: the answer may be five seconds old.
    expect(findings).toEqual([{ kind: 'agrees', provedAtMs: requestedAtMs - 5_000, isWhole: true }]);
    expect(unchecked).toEqual([]);
  });

  it('proves a book until the max-age before the request, and nothing with an older sequence', async () => {
    const { clock, book, audit, findings } = openBench(async () => ({ ...makeBook(5), maxAgeMs: 1_000 }));
    audit.check();
    await clock.settle();
    expect(findings).toEqual([{ kind: 'agrees', provedAtMs: START_MS - 1_000, isWhole: true }]);
    await clock.advance(AUDIT_EVERY_MS);
    const update = { bids: levels(['0.60', '0']), asks: [], sequence: 6 };
    applyIncrement(book, update);
    audit.addUpdate(update);
    await clock.advance(AUDIT_LEAD_MS);
    expect(findings.at(-1)).toEqual({ kind: 'agrees', provedAtMs: null, isWhole: false });
  });

  it('reads at once when asked, also during the lead, and not again while an answer is awaited', async () => {
    const { clock, bench, audit } = openBench(() => new Promise(() => {}));
    await clock.advance(AUDIT_EVERY_MS);
    expect(bench.reads).toBe(0);
    audit.check();
    await clock.settle();
    expect(bench.reads).toBe(1);
    audit.check();
    await clock.advance(10 * AUDIT_EVERY_MS);
    expect(bench.reads).toBe(1);
  });

  it('compares the state at the REST sequence when updates arrive before the read', async () => {
    const { clock, book, audit, findings } = openBench(async () => makeBook(5));
    await clock.advance(AUDIT_EVERY_MS);
    const update = { bids: levels(['0.60', '0']), asks: [], sequence: 6 };
    applyIncrement(book, update);
    audit.addUpdate(update);
    await clock.advance(AUDIT_LEAD_MS);
    expect(findings).toEqual([{ kind: 'agrees', provedAtMs: null, isWhole: false }]);
  });

  it('finds a book with other levels invalid', async () => {
    const { findings, advanceToRead } = openBench(async () => makeBook(5, { asks: [] }));
    await advanceToRead();
    const reason = { code: 'differsFromRest', parameters: { restSequence: 5 } };
    expect(findings).toEqual([{ kind: 'invalid', at: 'suspect', reason }]);
  });

  it('reads again before it finds the stream silent', async () => {
    const { clock, findings, advanceToRead } = openBench(async () => makeBook(9));
    await advanceToRead();
    expect(findings).toEqual([{ kind: 'ahead', restSequence: 9 }]);
    await clock.advance(2_000);
    const reason = { code: 'streamSilent', parameters: { restSequence: 9 } };
    expect(findings.at(-1)).toEqual({ kind: 'invalid', at: 'stale', reason });
  });

  it('reports a read that fails, and the book as unchecked after the third', async () => {
    const { clock, findings, unchecked } = openBench(() => Promise.reject(new Error('connection refused')));
    await clock.advance(2 * AUDIT_EVERY_MS + AUDIT_LEAD_MS);
    const failure = explainAsCode(new Error('connection refused'));
    expect(findings).toEqual(Array.from({ length: 2 }, () => ({ kind: 'readFailed', failure })));
    expect(unchecked).toEqual([]);
    await clock.advance(AUDIT_EVERY_MS);
    expect(unchecked).toEqual([{ code: 'restUnavailable', parameters: { failure } }]);
  });

  it('drops a running comparison after a reset', async () => {
    const { clock, bench, audit, findings } = openBench(async () => makeBook(5, { asks: [] }));
    await clock.advance(AUDIT_EVERY_MS);
    audit.reset();
    await clock.advance(AUDIT_LEAD_MS);
    expect(bench.reads).toBe(0);
    expect(findings).toEqual([]);
  });

  it('reads nothing while the book is not auditable or after close', async () => {
    const { clock, bench, audit, advanceToRead } = openBench(async () => makeBook(5));
    bench.isAuditable = false;
    await advanceToRead();
    expect(bench.reads).toBe(0);
    audit.close();
    expect(clock.pending()).toBe(0);
  });
});
