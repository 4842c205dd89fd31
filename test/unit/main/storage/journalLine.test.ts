import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJournalLine } from '#main/storage/journalLine.ts';
import { StoredDataError } from '#main/storage/storedData.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { JournalEntry } from '#shared/order/journalEntry.ts';
import type { LifeReason, OrderEvent } from '#shared/order/life.ts';
import type { LostAnswer } from '#shared/order/lostAnswer.ts';
import { parseCustodialId, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { makeOrder, makeSigned, noAnswer, TIMED_OUT } from '#test/slice/makers.ts';

const orderId = parseOrderId('7');
const event = (value: OrderEvent): JournalEntry => ({
  kind: 'event',
  intentId: parseIntentId('intent-0001'),
  atMs: 5,
  event: value,
  isLast: false,
});
const CAUSES: LostAnswer[] = [
  { code: 'storedText', parameters: { text: 'x' } },
  TIMED_OUT,
  { code: 'status', parameters: { status: 502 } },
  { code: 'unreadable', parameters: {} },
  { code: 'otherOrder', parameters: { field: 'price' } },
  { code: 'notJournalled', parameters: {} },
  { code: 'other', parameters: {} },
];
const REASONS: LifeReason[] = [
  { code: 'storedText', parameters: { text: 'x' } },
  noAnswer(),
  { code: 'programStopped', parameters: {} },
  { code: 'idReused', parameters: { orderId } },
  { code: 'idOfTwoIntents', parameters: { orderId } },
  { code: 'notKnown', parameters: { orderId } },
  { code: 'unknownState', parameters: { state: 'frozen' } },
  { code: 'notListed', parameters: {} },
  { code: 'surplus', parameters: { equal: 2, arrived: 1 } },
  { code: 'ruledOutByPerson', parameters: {} },
  { code: 'cancelRefused', parameters: { codes: ['a', 'b'] } },
  ...CAUSES.map((cause): LifeReason => ({ code: 'noAnswer', parameters: { cause } })),
  { code: 'cancelUnanswered', parameters: { cause: TIMED_OUT } },
  { code: 'stillListed', parameters: {} },
];
const ENTRIES: JournalEntry[] = [
  makeSigned(),
  makeSigned({ isPrepared: true }),
  makeSigned({
    maker: parseCustodialId(`custodial:${'a'.repeat(40)}`),
    tokenId: null,
    salt: null,
    digest: null,
    expiresAtMs: null,
  }),
  event({ kind: 'sent', atMs: 1 }),
  ...REASONS.map((reason) => event({ kind: 'lost', atMs: 1.5, reason })),
  event({ kind: 'vanished', atMs: 1, reason: noAnswer() }),
  event({ kind: 'refused', atMs: 1, codes: ['x', 'y'] }),
  event({ kind: 'cancelSent', atMs: 1 }),
  event({ kind: 'cancelFailed', atMs: 1, reason: noAnswer() }),
  event({ kind: 'provedAbsent', atMs: 1, reason: noAnswer() }),
  event({ kind: 'resolved', atMs: 1, orderId: null }),
  event({ kind: 'resolved', atMs: 1, orderId }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7') }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7'), source: 'stream' }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7'), source: undefined }),
  event({ kind: 'exchange', atMs: 1, order: makeOrder('7', { direction: null, state: { unknown: 'frozen' } }) }),
];

describe('lines of the order journal', () => {
  it('give back the entry that was written', () => {
    for (const entry of ENTRIES) expect(parseJournalLine(decodeMessage(encodeMessage(entry)))).toEqual(entry);
  });

  it('never give back a signature', () => {
    expect(parseJournalLine({ ...makeSigned(), signature: '0x11' })).toEqual(makeSigned());
  });

  it('are refused when a field is missing or of another type', () => {
    for (const entry of ENTRIES) {
      for (const name of Object.keys(entry)) {
        for (const bad of [undefined, {}, Number.NaN, 'x y', -1]) {
          expect(() => parseJournalLine({ ...entry, [name]: bad })).toThrow(StoredDataError);
        }
      }
    }
    for (const value of [null, 5, 'x', [], {}]) expect(() => parseJournalLine(value)).toThrow(StoredDataError);
  });

  it('are refused with parameters of another code, and the error names the place', () => {
    const reason = { code: 'surplus', parameters: { equal: 2 } };
    const line = { ...event({ kind: 'sent', atMs: 1 }), event: { kind: 'lost', atMs: 1, reason } };
    expect(() => parseJournalLine(line)).toThrow('Expected a line of the order journal');
    expect(() => parseJournalLine(line)).toThrow('event.reason.parameters.arrived');
  });

  it('are refused with a cause that no version wrote', () => {
    for (const parameters of [{}, { error: 7 }, { cause: { code: 'x', parameters: {} } }, { cause: 'timed out' }]) {
      const reason = { code: 'noAnswer', parameters };
      const line = { ...event({ kind: 'sent', atMs: 1 }), event: { kind: 'lost', atMs: 1, reason } };
      expect(() => parseJournalLine(line)).toThrow(StoredDataError);
    }
  });

  it('of versions 3 and 4 keep the sentence about a lost answer', () => {
    const lines = readFileSync(new URL('../../../fixtures/storage/journal-v4.jsonl', import.meta.url), 'utf8');
    const reasons = lines
      .trim()
      .split('\n')
      .map((text) => parseJournalLine(decodeMessage(text)))
      .flatMap((entry) => (entry.kind === 'event' && 'reason' in entry.event ? [entry.event.reason] : []));
    expect(reasons).toEqual([
      noAnswer('Expected a response to POST /api/v2/atlas/account/orders, found no response in time'),
      {
        code: 'cancelUnanswered',
        parameters: { cause: { code: 'storedText', parameters: { text: 'The exchange responded with status 502' } } },
      },
    ]);
  });

  it('of versions 1 and 2 keep their texts, and their exchange codes as a list', () => {
    const lines = readFileSync(new URL('../../../fixtures/storage/journal-v2.jsonl', import.meta.url), 'utf8');
    const events = lines
      .trim()
      .split('\n')
      .map((text) => parseJournalLine(decodeMessage(text)))
      .map((entry) => (entry.kind === 'signed' ? 'signed' : entry.event));
    const stored = (text: string): LifeReason => ({ code: 'storedText', parameters: { text } });
    expect(events).toMatchObject([
      'signed',
      { kind: 'sent' },
      { kind: 'lost', reason: stored('The exchange did not answer in time') },
      { kind: 'exchange', order: { id: '101', state: 'wait' } },
      { kind: 'cancelSent' },
      { kind: 'cancelFailed', reason: stored('the exchange still lists it as resting') },
      { kind: 'vanished', reason: stored('the exchange no longer knows order 101') },
      { kind: 'provedAbsent', reason: stored('two complete reads after it could last arrive do not show it') },
      'signed',
      { kind: 'refused', codes: ['market.order.invalid_price', 'area.other'] },
      'signed',
      { kind: 'refused', codes: [] },
      'signed',
      { kind: 'resolved', orderId: null },
    ]);
  });
});
