import { describe, expect, it } from 'vitest';
import type { QuietReason } from '#shared/market/bookHealth.ts';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { explainBook, NOT_LIVE_TEXTS, TICK_TEXTS, UNCHECKED_TEXTS } from '#shared/text/markets/bookHealth.ts';
import { PROBLEM } from '#test/slice/makers.ts';

const DOWN: ReadFailure = { code: 'unreachable', parameters: { fault: 'connect' } };
const DOWN_TEXT = 'cannot be read. The exchange does not answer: there is no connection to it';

describe('texts of books that are not live', () => {
  it('name the sequence that arrived and the one expected', () => {
    const reason = { code: 'sequenceGap', parameters: { expected: 6, received: 7 } } as const;
    expect(formatCoded(NOT_LIVE_TEXTS, reason)).toBe('Received sequence 7, expected 6');
  });

  it('say why the REST book could not be read, or that the read is not answered', () => {
    const explain = (failure: ReadFailure | null) =>
      formatCoded(NOT_LIVE_TEXTS, { code: 'noContact', parameters: { failure } });
    expect(explain(DOWN)).toContain(DOWN_TEXT);
    expect(explain(null)).toBe('No stream message for a minute, and no answer to the read of the REST book');
  });

  it('show what could not be parsed', () => {
    const explain = (problem: typeof PROBLEM | null) =>
      formatCoded(NOT_LIVE_TEXTS, { code: 'unreadableMessage', parameters: { problem } });
    expect(explain(PROBLEM)).toContain('Expected a price at orders[0].price');
    expect(explain(null)).toContain('Health has the details');
  });

  it('show why the stream is disconnected', () => {
    const reason = { code: 'closedByExchange', parameters: { closeCode: 1006 } } as const;
    expect(formatCoded(NOT_LIVE_TEXTS, { code: 'disconnected', parameters: { reason } })).toBe(
      'The stream is disconnected. Closed by the exchange (1006)',
    );
  });

  it('leave out the REST sequence where the exchange has none', () => {
    const differs = (restSequence: number | null) =>
      formatCoded(NOT_LIVE_TEXTS, { code: 'differsFromRest', parameters: { restSequence } });
    expect(differs(9)).toBe("The book differs from the exchange's REST book at sequence 9");
    expect(differs(null)).toBe("The book differs from the exchange's REST book");
    const ahead = (restSequence: number | null) =>
      formatCoded(NOT_LIVE_TEXTS, { code: 'aheadOfRest', parameters: { restSequence, streamSequence: 50 } });
    expect(ahead(3)).toContain('stays at sequence 3, behind 50');
    expect(ahead(null)).toContain('stays different');
  });
});

describe('texts of live books that are unchecked', () => {
  it('show how old the REST book may be', () => {
    const reason = { code: 'restTooOld', parameters: { maxAgeMs: 3_600_000 } } as const;
    expect(formatCoded(UNCHECKED_TEXTS, reason)).toContain('may be 1 h 0 m old');
  });

  it('say why the REST book could not be read', () => {
    const reason = { code: 'restUnavailable', parameters: { failure: DOWN } } as const;
    expect(formatCoded(UNCHECKED_TEXTS, reason)).toContain(DOWN_TEXT);
  });
});

describe('texts of quiet books', () => {
  it('say what is unusual and what is awaited', () => {
    const explain = (reason: QuietReason) => explainBook({ at: 'quiet', sinceMs: 0, reason });
    expect(explain({ code: 'silent', parameters: { limitMs: 3_200 } })).toContain('longer than 3.2 s');
    expect(explain({ code: 'behindRest', parameters: { restSequence: 9 } })).toContain('sequence 9');
    expect(explain({ code: 'checkFailed', parameters: { failure: DOWN } })).toContain(DOWN_TEXT);
    const stale = { at: 'stale', sinceMs: 0, reason: { code: 'resubscribed', parameters: {} } } as const;
    expect(explainBook(stale)).toContain('waiting for the first change');
  });

  it('have nothing to explain in a live book that is checked', () => {
    expect(explainBook({ at: 'live' })).toBeNull();
    expect(explainBook({ at: 'waiting' })).toBeNull();
    expect(explainBook({ at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } })).toContain('crossed');
  });
});

it('says how long the price of an underlying is usually not missing', () => {
  expect(formatCoded(TICK_TEXTS, { code: 'silent', parameters: { limitMs: 3_500 } })).toContain('longer than 3.5 s');
});
