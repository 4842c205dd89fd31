import { describe, expect, it } from 'vitest';
import { parseRestBalance, parseStreamBalance } from '#wire/messages/balance.ts';
import { parseCandleRows } from '#wire/messages/candleRow.ts';
import { parseFill } from '#wire/messages/fill.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import { Fields, readText } from '#wire/messages/jsonReader.ts';
import { parseMarkets } from '#wire/messages/market.ts';
import { parseOrder } from '#wire/messages/order.ts';
import { parsePosition } from '#wire/messages/position.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { parseStreamMessage } from '#wire/messages/streamMessage.ts';
import { parseTrades } from '#wire/messages/trade.ts';
import { parseMarketWallet } from '#wire/messages/wallet.ts';

describe('schema drift', () => {
  it('counts the fields that no parser reads, by a path without indices', () => {
    const drift = createSchemaDrift();
    const list = [
      { market_id: 'a', mood: 1, terms: { kind: 'x', twist: 2 } },
      { market_id: 'b', mood: 2 },
    ];
    parseMarkets(list, new JsonPath('markets', null, drift));
    expect([...drift.drainUnknownFields()]).toEqual([
      ['markets[].mood', 2],
      ['markets[].terms.twist', 1],
    ]);
    expect(drift.drainUnknownFields().size).toBe(0);
  });

  it('shows streams by their kind, without the market', () => {
    const drift = createSchemaDrift();
    parseStreamMessage('{"101.ob-inc":{"bids":[],"asks":[],"sequence":1,"checksum":9}}', drift);
    parseStreamMessage('{"102.ob-inc":{"bids":[],"asks":[],"sequence":1,"checksum":9}}', drift);
    expect([...drift.drainUnknownFields()]).toEqual([['ob-inc.checksum', 2]]);
  });

  it('counts no field that was read under another spelling or by another parser', () => {
    const drift = createSchemaDrift();
    const record = { a: 1, b: 'x' };
    new Fields(record, new JsonPath('one', null, drift)).required(['c', 'b'], readText);
    new Fields(record, new JsonPath('one', null, drift)).ignore('a');
    expect(drift.drainUnknownFields().size).toBe(0);
  });

  it('finds no unknown fields in the documented shapes', () => {
    const drift = createSchemaDrift();
    const order = {
      id: 1,
      market: '101',
      side: 'yes',
      direction: 'buy',
      ord_type: 'limit',
      price: '0.5',
      state: 'wait',
      origin_volume: '1',
      remaining_volume: '1',
      filled_volume: '0',
      contracts_count: 0,
      locked: '0.5',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    };
    parseOrder(order, new JsonPath('order', null, drift));
    const address = `0x${'1'.repeat(40)}`;
    const wallet = {
      proxy_address: address,
      owner_address: address,
      signature_type: 2,
      exchange_address: address,
      conditional_tokens_address: address,
      usdc_address: address,
      chain_id: 137,
      domain_name: 'x',
      safe_setup: { ready: true, calls: [] },
      safe_status: 'ready',
      condition_id: `0x${'1'.repeat(64)}`,
      yes_token_id: '1',
      no_token_id: '2',
    };
    parseMarketWallet(wallet, new JsonPath('wallet', null, drift));
    expect([...drift.drainUnknownFields()]).toEqual([]);
  });

  it('bounds the number of paths and their length', () => {
    const drift = createSchemaDrift();
    for (let count = 0; count < 5_000; count += 1) {
      new Fields({ [`f${count}`.padEnd(500, 'x')]: 1 }, new JsonPath('x', null, drift));
    }
    const counts = drift.drainUnknownFields();
    expect(counts.size).toBe(100);
    expect(Math.max(...[...counts.keys()].map((path) => path.length))).toBeLessThan(80);
  });

  it('adds a note for each value that contradicts an assumption, and none for the others', () => {
    const drift = createSchemaDrift();
    const at = (what: string): JsonPath => new JsonPath(what, null, drift);
    const noted = (): string[] => drift.drainNotes().map((note) => note.code);
    const trade = { id: 1, price: '0.5', volume: '1', created_at: 1_767_225_600 };
    const balance = { currency: 'usdc', balance_safe: '2', locked_safe: '1', balance: '0', locked: '0' };
    const stream = { currency: 'usdc', balance: '2', locked: '1', available: '1' };
    const fill = { ...trade, market: '101' };
    const position = { market: '101', outcome: 'yes', qty: '1', custody: 'self' };
    const row = [1_767_225_600, 0.5, 0.5, 0.5, 0.5, 1];
    for (const side of ['yes', 'no', '', null]) parseTrades([{ ...trade, taker_side: side }], at('trades'));
    parseRestBalance(balance, at('balance'));
    parseStreamBalance(stream, at('balance'));
    parseFill({ ...fill, state: 'settled_no' }, at('fill'));
    parsePosition(position, at('position'));
    parseCandleRows([row], at('k-line'));
    expect(noted()).toEqual([]);
    parseTrades([{ ...trade, taker_side: 'buy' }], at('trades'));
    parseRestBalance({ ...balance, balance: '5' }, at('balance'));
    parseStreamBalance({ ...stream, available: '2' }, at('balance'));
    parseFill({ ...fill, state: 'melted' }, at('fill'));
    parsePosition({ ...position, custody: 'pool' }, at('position'));
    parseCandleRows([[...row, 7]], at('k-line'));
    expect(noted()).toEqual([
      'taker-sides',
      'operator-pool',
      'balance-includes-locked',
      'contract-states',
      'custody',
      'kline-rows',
    ]);
  });
});
