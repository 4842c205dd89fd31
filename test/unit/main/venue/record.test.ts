import { describe, expect, it } from 'vitest';
import { ExchangeError, TransportError } from '#main/venue/errors.ts';
import { openRecord } from '#main/venue/record.ts';
import { WireError } from '#wire/messages/wireError.ts';

describe('the record of errors and surprises', () => {
  it('names errors of ours and hides the text of foreign ones, which could hold anything', () => {
    const record = openRecord(
      () => 7,
      () => undefined,
    );
    record.addError('a', new WireError('x', 'text', '1'));
    record.addError('b', new ExchangeError('the order', 422, ['market.order.invalid_price']));
    record.addError('c', new TransportError('timeout', 'Expected an answer, found none'));
    record.addError('d', new TypeError('secret-text'));
    expect(record.errors()).toEqual([
      { atMs: 7, where: 'a', code: 'bad_answer', message: 'Expected text at x, found 1' },
      { atMs: 7, where: 'b', code: 'market.order.invalid_price', message: expect.stringContaining('status 422') },
      { atMs: 7, where: 'c', code: 'timeout', message: 'Expected an answer, found none' },
      { atMs: 7, where: 'd', code: 'bug', message: 'TypeError' },
    ]);
  });

  it('keeps the last fifty, and says a surprise once', () => {
    let changes = 0;
    const record = openRecord(
      () => 0,
      () => {
        changes += 1;
      },
    );
    for (let index = 0; index < 60; index += 1) record.addError(`e${index}`, new TransportError('lost', 'x'));
    expect(record.errors()).toHaveLength(50);
    expect(record.errors()[0]?.where).toBe('e10');
    record.addSurprise('book-mirrors', 'x');
    record.addSurprise('book-mirrors', 'x');
    record.addSurprise('book-mirrors', 'y');
    expect(record.surprises()).toHaveLength(2);
    expect(changes).toBe(62);
  });

  it('lets no made-up words push out the other surprises', () => {
    const record = openRecord(
      () => 0,
      () => undefined,
    );
    for (let index = 0; index < 100; index += 1) record.addSurprise('order-states', `state ${index}`);
    record.addSurprise('book-mirrors', 'x');
    expect(record.surprises()).toHaveLength(11);
  });

  it('shows an unknown field once, with its count, and sums up what is too much', () => {
    const record = openRecord(
      () => 0,
      () => undefined,
    );
    record.countUnknown(new Map([['order.mood', 1]]));
    expect(record.surprises()[0]?.found).toBe('Field order.mood, seen once');
    record.countUnknown(new Map([['order.mood', 2]]));
    for (let index = 0; index < 60; index += 1) record.countUnknown(new Map([[`order.f${index}`, 1]]));
    expect(record.surprises()).toHaveLength(41);
    expect(record.surprises()[0]?.found).toBe('Field order.mood, seen 3 times');
    expect(record.surprises().at(-1)?.found).toBe('Further fields, seen 21 times');
  });
});
