/** Scenarios for books: lost, repeated, reordered, delayed and wrong increments. */

import { expect } from 'vitest';
import { lastErrorText } from '../client.ts';
import type { ServerConnection } from '../scripted.ts';
import { until } from '../until.ts';
import type { Scenario } from './scenario.ts';
import type { Change } from './servedBook.ts';
import { BOOK, trade } from './server.ts';
import { m101, type Stage } from './stage.ts';

const say = (connection: ServerConnection, change: unknown): void => connection.send({ '101.ob-inc': change });
const straight = (connection: ServerConnection, change: Change): void => say(connection, change);

/** Sends one increment through a fault, then expects a book that is not live until it is complete again. */
async function disturb(stage: Stage, fault: (connection: ServerConnection, change: Change) => void): Promise<void> {
  await stage.watch();
  stage.server.deliver = fault;
  stage.server.sendChange();
  stage.server.deliver = straight;
}

/** Fifty times faster, a few milliseconds without a change are a silence: a quiet book is not invalid. */
const invalidStates = (stage: Stage): string[] =>
  stage.healthHistory.filter((at) => ['stale', 'resyncing', 'suspect'].includes(at));

export const BOOK_SCENARIOS: readonly Scenario[] = [
  {
    does: 'drops an increment',
    must: 'leave live at once, resubscribe and have an equal book again',
    async run(stage) {
      await disturb(stage, () => undefined);
      stage.server.sendChange();
      await until(() => expect(stage.healthHistory).toContain('resyncing'));
      await stage.waitUntilLive();
      expect(stage.countBookConnections()).toBe(2);
      expect(stage.stream('market 101')?.gaps).toBe(1);
    },
  },
  {
    does: 'swaps two increments',
    must: 'apply neither out of order, resubscribe and have an equal book again',
    async run(stage) {
      await stage.watch();
      const delayed: [ServerConnection, Change][] = [];
      stage.server.deliver = (connection, change) => delayed.push([connection, change]);
      stage.server.sendChange();
      stage.server.sendChange();
      for (const [connection, change] of delayed.reverse()) straight(connection, change);
      stage.server.deliver = straight;
      await until(() => expect(stage.healthHistory).toContain('resyncing'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends every increment three times',
    must: 'apply each once and stay live',
    async run(stage) {
      await stage.watch();
      stage.server.deliver = (connection, change) => {
        for (let copy = 0; copy < 3; copy += 1) straight(connection, change);
      };
      for (let count = 0; count < 20; count += 1) stage.server.sendChange();
      await until(() => expect(stage.fingerprint()).toBe(stage.server.book.fingerprint()));
      expect(invalidStates(stage)).toEqual([]);
      expect(stage.countBookConnections()).toBe(1);
    },
  },
  {
    does: 'delivers increments after the snapshot that contains them',
    must: 'drop those before the snapshot and apply those after it once',
    async run(stage) {
      const early: Change[] = [stage.server.book.applyChange(), stage.server.book.applyChange()];
      stage.server.greet = (connection) => {
        for (const change of early) straight(connection, change);
        connection.send({ '101.ob-snap': stage.server.book.snapshot() });
        for (const change of early) straight(connection, change);
      };
      await stage.watch();
      expect(invalidStates(stage)).toEqual([]);
    },
  },
  {
    does: 'delivers an old snapshot after newer increments',
    must: 'detect the gap after it and have an equal book again',
    async run(stage) {
      await stage.watch();
      const old = stage.server.book.snapshot();
      stage.server.sendChange();
      for (const connection of stage.server.bookConnections()) connection.send({ '101.ob-snap': old });
      stage.server.sendChange();
      await until(() => expect(stage.healthHistory).toContain('resyncing'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'restarts its sequence without notice',
    must: 'detect the frozen book by the audit read, mark it suspect and have an equal book again',
    async run(stage) {
      await stage.watch();
      stage.server.book.restart(0);
      stage.server.sendChange();
      await until(() => expect(stage.healthHistory).toContain('suspect'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'stays open, answers pings and sends no more increments',
    must: 'detect by the audit read that the exchange is ahead, mark the book stale and recover',
    async run(stage) {
      await stage.watch();
      stage.server.deliver = () => undefined;
      stage.server.sendChange();
      await until(() => expect(stage.healthHistory).toContain('stale'));
      stage.server.deliver = straight;
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends an increment that differs from its own book',
    must: 'detect the difference by the audit read, mark the book suspect and recover',
    async run(stage) {
      await disturb(stage, (connection, change) => say(connection, { ...change, bids: [['0.48', '77']] }));
      await until(() => expect(stage.healthHistory).toContain('suspect'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends a price as a number',
    must: 'mark the book suspect with the path, resubscribe and have an equal book again',
    async run(stage) {
      await disturb(stage, (connection, change) => say(connection, { ...change, bids: [[0.5, '1']] }));
      await until(() => expect(stage.healthHistory).toContain('suspect'));
      expect(stage.venue.health().schemaDrift).toMatchObject([
        { note: { code: 'plausible-values', parameters: { problem: { path: '101.ob-inc.bids[0][0]' } } } },
      ]);
      await stage.waitUntilLive();
    },
  },
  {
    does: 'truncates an increment',
    must: 'mark the book suspect, resubscribe and have an equal book again',
    async run(stage) {
      await disturb(stage, (connection, change) =>
        connection.send(JSON.stringify({ '101.ob-inc': change }).slice(0, -9)),
      );
      await until(() => expect(stage.healthHistory).toContain('suspect'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends a crossed book',
    must: 'never be live while it is crossed, and recover after',
    async run(stage) {
      await disturb(stage, (connection, change) => say(connection, { ...change, bids: [['0.95', '1']] }));
      await until(() => expect(stage.healthHistory).toContain('suspect'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends a sequence above 2^53',
    must: 'report its path, resubscribe and have an equal book again',
    async run(stage) {
      await disturb(stage, (connection) => connection.send('{"101.ob-inc":{"bids":[],"asks":[],"sequence":1e400}}'));
      await until(() => expect(lastErrorText(stage.venue)).toContain('101.ob-inc.sequence'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'nests a message a hundred thousand deep',
    must: 'refuse it by its depth and have an equal book again',
    async run(stage) {
      await disturb(stage, (connection) =>
        connection.send(`{"101.ob-inc":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      );
      await until(() => expect(lastErrorText(stage.venue)).toContain('deep'));
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends a book of another market on the connection',
    must: 'ignore it and stay live',
    async run(stage) {
      await disturb(stage, (connection, change) => {
        connection.send({ '102.ob-inc': { ...change, sequence: 9_999 } });
        connection.send({ '102.ob-snap': { ...change, sequence: 9_999 } });
        straight(connection, change);
      });
      await stage.waitUntilLive();
      expect(invalidStates(stage)).toEqual([]);
    },
  },
  {
    does: 'sends an unreadable trade',
    must: 'report it and keep the book live',
    async run(stage) {
      await disturb(stage, (connection, change) => {
        connection.send({ '101.trades': { trades: [{ ...trade, price: 5 }] } });
        straight(connection, change);
      });
      await until(() => expect(lastErrorText(stage.venue)).toContain('101.trades'));
      await stage.waitUntilLive();
      expect(invalidStates(stage)).toEqual([]);
      expect(stage.countBookConnections()).toBe(1);
    },
  },
  {
    does: 'sends twenty thousand increments at once',
    must: 'apply them all and stay equal',
    async run(stage) {
      await stage.watch();
      for (let count = 0; count < 20_000; count += 1) stage.server.sendChange();
      await until(() => expect(stage.fingerprint()).toBe(stage.server.book.fingerprint()));
      await until(() => expect(stage.at()).toBe('live'));
      expect(invalidStates(stage)).toEqual([]);
    },
  },
  {
    does: 'never sends the snapshot',
    must: 'drop the connection in time and reconnect, without a live book',
    async run(stage) {
      const good = stage.server.greet;
      stage.server.greet = (connection) => {
        connection.send({ success: { message: 'subscribed', streams: connection.streams } });
        straight(connection, stage.server.book.snapshot());
      };
      stage.marketData.watch({ books: [m101], tapes: [], candles: [], underlyings: [] });
      await until(() => expect(stage.countBookConnections()).toBeGreaterThan(1));
      expect(stage.healthHistory).not.toContain('live');
      stage.server.greet = good;
      await stage.waitUntilLive();
    },
  },
  {
    does: 'serves audit reads from a cache that is older than its max-age',
    must: 'ignore responses within max-age, and mark the book suspect when they stay older',
    async run(stage) {
      const old = stage.server.book.rest();
      stage.server.on('GET', BOOK, (_, reply) => reply.json(200, old, { 'cache-control': 'public, max-age=3600' }));
      await stage.watch();
      await until(() => expect(stage.server.requestsOf(BOOK).length).toBeGreaterThan(2));
      expect(invalidStates(stage)).toEqual([]);
      stage.server.on('GET', BOOK, (_, reply) => reply.json(200, old, { 'cache-control': 'public, max-age=1' }));
      await until(() => expect(stage.healthHistory).toContain('suspect'));
    },
  },
];
