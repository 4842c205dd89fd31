/** What a server can do to a book: order, loss, repetition, delay, wrong content. */

import { expect } from 'vitest';
import { lastErrorText } from '../client.ts';
import type { Line } from '../scripted.ts';
import { until } from '../until.ts';
import type { Scenario } from './scenario.ts';
import type { Change } from './servedBook.ts';
import { BOOK, trade } from './server.ts';
import { m101, type Stage } from './stage.ts';

const say = (line: Line, change: unknown): void => line.say({ '101.ob-inc': change });
const straight = (line: Line, change: Change): void => say(line, change);

/** Lets one increment through a fault, then shows that the book is not believed until it is whole again. */
async function disturb(stage: Stage, fault: (line: Line, change: Change) => void): Promise<void> {
  await stage.watch();
  stage.server.deliver = fault;
  stage.server.move();
  stage.server.deliver = straight;
}

export const BOOK_SCENARIOS: readonly Scenario[] = [
  {
    does: 'drops an increment',
    must: 'leave live at once, subscribe anew and be equal again',
    async run(stage) {
      await disturb(stage, () => undefined);
      stage.server.move();
      await until(() => expect(stage.seenHealth).toContain('resyncing'));
      await stage.heals();
      expect(stage.bookLinesSoFar()).toBe(2);
      expect(stage.stream('market 101')?.gaps).toBe(1);
    },
  },
  {
    does: 'swaps two increments',
    must: 'take neither as it came, subscribe anew and be equal again',
    async run(stage) {
      await stage.watch();
      const held: [Line, Change][] = [];
      stage.server.deliver = (line, change) => held.push([line, change]);
      stage.server.move();
      stage.server.move();
      for (const [line, change] of held.reverse()) straight(line, change);
      stage.server.deliver = straight;
      await until(() => expect(stage.seenHealth).toContain('resyncing'));
      await stage.heals();
    },
  },
  {
    does: 'sends every increment three times',
    must: 'count each once and stay live',
    async run(stage) {
      await stage.watch();
      stage.server.deliver = (line, change) => {
        for (let copy = 0; copy < 3; copy += 1) straight(line, change);
      };
      for (let count = 0; count < 20; count += 1) stage.server.move();
      await until(() => expect(stage.fingerprint()).toBe(stage.server.book.fingerprint()));
      expect(stage.seenHealth).toEqual(['waiting', 'live']);
      expect(stage.bookLinesSoFar()).toBe(1);
    },
  },
  {
    does: 'delivers increments late, after the snapshot that already holds them',
    must: 'drop those that come before the snapshot and count those after it once',
    async run(stage) {
      const early: Change[] = [stage.server.book.move(), stage.server.book.move()];
      stage.server.greet = (line) => {
        for (const change of early) straight(line, change);
        line.say({ '101.ob-snap': stage.server.book.snapshot() });
        for (const change of early) straight(line, change);
      };
      await stage.watch();
      expect(stage.seenHealth).toEqual(['waiting', 'live']);
    },
  },
  {
    does: 'delivers an old snapshot late, after newer increments',
    must: 'see the gap that follows and be equal again',
    async run(stage) {
      await stage.watch();
      const old = stage.server.book.snapshot();
      stage.server.move();
      for (const line of stage.server.bookLines()) line.say({ '101.ob-snap': old });
      stage.server.move();
      await until(() => expect(stage.seenHealth).toContain('resyncing'));
      await stage.heals();
    },
  },
  {
    does: 'starts its sequence anew without a word, and goes on',
    must: 'find the book frozen by the check read, doubt it and be equal again',
    async run(stage) {
      await stage.watch();
      stage.server.book.restart(0);
      stage.server.move();
      await until(() => expect(stage.seenHealth).toContain('suspect'));
      await stage.heals();
    },
  },
  {
    does: 'stays open, answers pings and sends no more increments',
    must: 'notice by the check read that the exchange is ahead, call the book stale and heal',
    async run(stage) {
      await stage.watch();
      stage.server.deliver = () => undefined;
      stage.server.move();
      await until(() => expect(stage.seenHealth).toContain('stale'));
      stage.server.deliver = straight;
      await stage.heals();
    },
  },
  {
    does: 'sends an increment that differs from its own book',
    must: 'find the difference by the check read, call the book suspect and heal',
    async run(stage) {
      await disturb(stage, (line, change) => say(line, { ...change, bids: [['0.48', '77']] }));
      await until(() => expect(stage.seenHealth).toContain('suspect'));
      await stage.heals();
    },
  },
  {
    does: 'sends a price as a number',
    must: 'call the book suspect with the place, subscribe anew and be equal again',
    async run(stage) {
      await disturb(stage, (line, change) => say(line, { ...change, bids: [[0.5, '1']] }));
      await until(() => expect(stage.seenHealth).toContain('suspect'));
      expect(lastErrorText(stage.venue)).toContain('101.ob-inc.bids[0][0]');
      await stage.heals();
    },
  },
  {
    does: 'cuts an increment short',
    must: 'call the book suspect, subscribe anew and be equal again',
    async run(stage) {
      await disturb(stage, (line, change) => line.say(JSON.stringify({ '101.ob-inc': change }).slice(0, -9)));
      await until(() => expect(stage.seenHealth).toContain('suspect'));
      await stage.heals();
    },
  },
  {
    does: 'sends a crossed book',
    must: 'never show it as live, and heal when it is not crossed any more',
    async run(stage) {
      await disturb(stage, (line, change) => say(line, { ...change, bids: [['0.95', '1']] }));
      await until(() => expect(stage.seenHealth).toContain('suspect'));
      await stage.heals();
    },
  },
  {
    does: 'sends a sequence that no number holds',
    must: 'refuse it by its place, subscribe anew and be equal again',
    async run(stage) {
      await disturb(stage, (line) => line.say('{"101.ob-inc":{"bids":[],"asks":[],"sequence":1e400}}'));
      await until(() => expect(lastErrorText(stage.venue)).toContain('101.ob-inc.sequence'));
      await stage.heals();
    },
  },
  {
    does: 'nests a message a hundred thousand deep',
    must: 'refuse it by its depth and be equal again',
    async run(stage) {
      await disturb(stage, (line) => line.say(`{"101.ob-inc":${'['.repeat(100_000)}${']'.repeat(100_000)}}`));
      await until(() => expect(lastErrorText(stage.venue)).toContain('deep'));
      await stage.heals();
    },
  },
  {
    does: 'sends a book of another market on the connection',
    must: 'ignore it and stay live',
    async run(stage) {
      await disturb(stage, (line, change) => {
        line.say({ '102.ob-inc': { ...change, sequence: 9_999 } });
        line.say({ '102.ob-snap': { ...change, sequence: 9_999 } });
        straight(line, change);
      });
      await stage.heals();
      expect(stage.seenHealth).toEqual(['waiting', 'live']);
    },
  },
  {
    does: 'sends a trade that can not be read',
    must: 'say so and leave the book live: a tape is not a book',
    async run(stage) {
      await disturb(stage, (line, change) => {
        line.say({ '101.trades': { trades: [{ ...trade, price: 5 }] } });
        straight(line, change);
      });
      await until(() => expect(lastErrorText(stage.venue)).toContain('101.trades'));
      await stage.heals();
      expect(stage.seenHealth).toEqual(['waiting', 'live']);
      expect(stage.bookLinesSoFar()).toBe(1);
    },
  },
  {
    does: 'floods with twenty thousand increments at once',
    must: 'take them all and stay equal',
    async run(stage) {
      await stage.watch();
      for (let count = 0; count < 20_000; count += 1) stage.server.move();
      await until(() => expect(stage.fingerprint()).toBe(stage.server.book.fingerprint()));
      expect(stage.at()).toBe('live');
    },
  },
  {
    does: 'never sends the snapshot',
    must: 'drop the connection in time and ask again, waiting all along',
    async run(stage) {
      const good = stage.server.greet;
      stage.server.greet = (line) => {
        line.say({ success: { message: 'subscribed', streams: line.streams } });
        straight(line, stage.server.book.snapshot());
      };
      stage.room.watch({ books: [m101], tapes: [], candles: [], underlyings: [] });
      await until(() => expect(stage.bookLinesSoFar()).toBeGreaterThan(1));
      expect(stage.seenHealth).not.toContain('live');
      stage.server.greet = good;
      await stage.heals();
    },
  },
  {
    does: 'serves check reads from a cache that is older than it says',
    must: 'not take an answer within max-age for news, and doubt the book when they stay older than that',
    async run(stage) {
      const old = stage.server.book.rest();
      stage.server.on('GET', BOOK, (_, reply) => reply.json(200, old, { 'cache-control': 'public, max-age=3600' }));
      await stage.watch();
      await until(() => expect(stage.server.requestsOf(BOOK).length).toBeGreaterThan(2));
      expect(stage.at()).toBe('live');
      stage.server.on('GET', BOOK, (_, reply) => reply.json(200, old, { 'cache-control': 'public, max-age=1' }));
      await until(() => expect(stage.seenHealth).toContain('suspect'));
    },
  },
];
