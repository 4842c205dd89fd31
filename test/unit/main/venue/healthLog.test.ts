import { describe, expect, it } from 'vitest';
import { ExchangeError, TransportError } from '#main/venue/errors.ts';
import { createHealthLog } from '#main/venue/healthLog.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';

describe('health log', () => {
  it('shows the message of our own errors and only the class of others', () => {
    const healthLog = createHealthLog(
      () => 7,
      () => undefined,
    );
    healthLog.addError('a', new WireError('x', 'text', '1'));
    healthLog.addError('b', new ExchangeError('the order', 422, ['market.order.invalid_price']));
    healthLog.addError('c', new TransportError('timeout', 'Expected an answer, found none'));
    healthLog.addError('d', new TypeError('secret-text'));
    expect(healthLog.errors()).toEqual([
      { atMs: 7, where: 'a', code: 'bad_answer', message: 'Expected text at x, found 1' },
      { atMs: 7, where: 'b', code: 'market.order.invalid_price', message: expect.stringContaining('status 422') },
      { atMs: 7, where: 'c', code: 'timeout', message: 'Expected an answer, found none' },
      { atMs: 7, where: 'd', code: 'bug', message: 'TypeError' },
    ]);
  });

  it('keeps the last 50 errors, and equal notes once', () => {
    let changes = 0;
    const healthLog = createHealthLog(
      () => 0,
      () => {
        changes += 1;
      },
    );
    for (let index = 0; index < 60; index += 1) healthLog.addError(`e${index}`, new TransportError('lost', 'x'));
    expect(healthLog.errors()).toHaveLength(50);
    expect(healthLog.errors()[0]?.where).toBe('e10');
    healthLog.addNote({ code: 'custody', parameters: { custody: 'x' } });
    healthLog.addNote({ code: 'custody', parameters: { custody: 'x' } });
    healthLog.addNote({ code: 'custody', parameters: { custody: 'y' } });
    expect(healthLog.schemaDrift()).toHaveLength(2);
    expect(changes).toBe(62);
  });

  it('bounds the notes of one code, so that they do not displace the others', () => {
    const healthLog = createHealthLog(
      () => 0,
      () => undefined,
    );
    for (let index = 0; index < 100; index += 1) {
      healthLog.addNote({ code: 'order-states', parameters: { state: `state ${index}` } });
    }
    healthLog.addNote({ code: 'custody', parameters: { custody: 'x'.repeat(1_000) } });
    expect(healthLog.schemaDrift()).toHaveLength(11);
    expect(healthLog.schemaDrift().at(-1)?.note).toEqual({
      code: 'custody',
      parameters: { custody: 'x'.repeat(300) },
    });
  });

  it('counts unknown fields by path, and those beyond 40 paths together', () => {
    const healthLog = createHealthLog(
      () => 0,
      () => undefined,
    );
    const addFields = (path: string, count: number): void => {
      const drift = createSchemaDrift();
      for (let index = 0; index < count; index += 1) {
        drift.trackFields({ [path]: 1 }, new JsonPath('order'));
      }
      healthLog.addSchemaDrift(drift);
    };
    addFields('mood', 1);
    expect(healthLog.schemaDrift()[0]?.note.parameters).toEqual({ path: 'order.mood', count: 1 });
    addFields('mood', 2);
    for (let index = 0; index < 60; index += 1) addFields(`f${index}`, 1);
    expect(healthLog.schemaDrift()).toHaveLength(41);
    expect(healthLog.schemaDrift()[0]?.note.parameters).toEqual({ path: 'order.mood', count: 3 });
    expect(healthLog.schemaDrift().at(-1)?.note.parameters).toEqual({ path: null, count: 21 });
  });
});
