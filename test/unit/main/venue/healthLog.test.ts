import { describe, expect, it } from 'vitest';
import { ExchangeError, LockedError, NetworkError, RateLimitError, TransportError } from '#main/venue/errors.ts';
import { createHealthLog } from '#main/venue/healthLog.ts';
import type { HealthSource } from '#shared/ipc/health.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { HEALTH_ERRORS } from '#shared/text/health.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';

const ORDERS: HealthSource = { code: 'orders', parameters: {} };

describe('health log', () => {
  it('turns its own errors into codes and shows only the class of others', () => {
    const healthLog = createHealthLog(
      () => 7,
      () => undefined,
    );
    healthLog.addError(ORDERS, new WireError('x', 'text', '1'));
    healthLog.addError(ORDERS, new ExchangeError('POST /orders', 422, ['market.order.invalid_price']));
    healthLog.addError(ORDERS, new TransportError('connect', 'GET /orders', 'ECONNREFUSED'));
    healthLog.addError(ORDERS, new RateLimitError('relay', 9));
    healthLog.addError(ORDERS, new LockedError('GET /orders'));
    healthLog.addError(ORDERS, new NetworkError('Expected network paper, found live'));
    healthLog.addError(ORDERS, new TypeError('secret-text'));
    expect(healthLog.errors().map(({ error }) => error)).toEqual([
      { code: 'unreadable', parameters: { path: 'x', expected: 'text', found: '1' } },
      { code: 'refused', parameters: { request: 'POST /orders', status: 422, codes: ['market.order.invalid_price'] } },
      { code: 'transport', parameters: { request: 'GET /orders', fault: 'connect', systemCode: 'ECONNREFUSED' } },
      { code: 'rateLimited', parameters: { budget: 'relay', untilMs: 9 } },
      { code: 'locked', parameters: { request: 'GET /orders' } },
      { code: 'network', parameters: {} },
      { code: 'bug', parameters: { name: 'TypeError' } },
    ]);
    expect(healthLog.errors()[0]).toMatchObject({ atMs: 7, source: ORDERS });
  });

  it('reports errors with the words of their messages', () => {
    const errors = [
      new WireError('x', 'text', '1'),
      new ExchangeError('POST /orders', 422, []),
      new TransportError('timeout', 'GET /orders'),
      new RateLimitError('relay', 9),
      new LockedError('GET /orders'),
    ];
    const healthLog = createHealthLog(
      () => 7,
      () => undefined,
    );
    for (const error of errors) healthLog.addError(ORDERS, error);
    expect(healthLog.errors().map(({ error }) => formatCoded(HEALTH_ERRORS, error))).toEqual(
      errors.map((error) => error.message),
    );
  });

  it('keeps the last 50 errors, and equal notes once', () => {
    let changes = 0;
    const healthLog = createHealthLog(
      () => 0,
      () => {
        changes += 1;
      },
    );
    for (let index = 0; index < 60; index += 1) {
      healthLog.addError({ code: 'stream', parameters: { name: `${index}` } }, new TransportError('lost'));
    }
    expect(healthLog.errors()).toHaveLength(50);
    expect(healthLog.errors()[0]?.source.parameters).toEqual({ name: '10' });
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
      parameters: { custody: `${'x'.repeat(296)} […]` },
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
