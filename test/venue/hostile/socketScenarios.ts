/** Scenarios for connections: partial and huge frames, silence, refusals, closes. */
import { expect } from 'vitest';
import { CREDENTIALS, isSignedRight, lastErrorText, wireOrder } from '../client.ts';
import { until } from '../until.ts';
import type { Scenario } from './scenario.ts';
import { TIMESTAMP } from './server.ts';
import { m101, PRIVATE, STEADY, type Stage } from './stage.ts';

const watchOnly = (stage: Stage): void =>
  stage.marketData.watch({ books: [m101], tapes: [], candles: [], underlyings: [] });
const kinds = (stage: Stage): string[] => stage.privateEvents.map((event) => event.kind);
const healsAfterLoss = async (stage: Stage): Promise<void> => {
  await until(() => expect(stage.healthHistory).toContain('stale'));
  await stage.waitUntilLive();
};

/** Times out an upgrade after half a second. */
const HASTY = { profile: { ...STEADY, stream: { ...STEADY.stream, handshakeMs: 500 } } };

export const SOCKET_SCENARIOS: readonly Scenario[] = [
  {
    does: 'closes the connection in the middle of a frame',
    must: 'mark the book stale, reconnect and have an equal book',
    async run(stage) {
      await stage.watch();
      const [connection] = stage.server.bookConnections();
      connection!.raw(Uint8Array.from([0x81, 0x7e, 0x01, 0x00, 0x7b, 0x22]));
      connection!.socket.terminate();
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'sends half a frame and then nothing',
    must: 'miss the pong, drop the connection and have an equal book again',
    options: { profile: { ...STEADY, stream: { ...STEADY.stream, pingMs: 50, pongMs: 200 } } },
    async run(stage) {
      await stage.watch();
      const [connection] = stage.server.bookConnections();
      connection!.raw(Uint8Array.from([0x81, 0x7e, 0x01, 0x00, 0x7b, 0x22]));
      connection!.socket.pause();
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'announces a frame of a terabyte',
    must: 'drop the connection before reading it',
    async run(stage) {
      await stage.watch();
      stage.server.bookConnections()[0]!.raw(Uint8Array.from([0x81, 0x7f, 0, 0, 1, 0, 0, 0, 0, 0]));
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'sends a frame with reserved bits and an unknown opcode',
    must: 'drop the connection and have an equal book again',
    async run(stage) {
      await stage.watch();
      stage.server.bookConnections()[0]!.raw(Uint8Array.from([0xff, 0x01, 0x00]));
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'sends a message larger than any book',
    must: 'drop the connection and have an equal book again',
    async run(stage) {
      await stage.watch();
      stage.server.bookConnections()[0]!.send('x'.repeat(5 * 1024 * 1024));
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'sends text that is not UTF-8',
    must: 'drop the connection and have an equal book again',
    async run(stage) {
      await stage.watch();
      stage.server.bookConnections()[0]!.raw(Uint8Array.from([0x81, 0x02, 0xc3, 0x28]));
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'closes with "try again later"',
    must: 'wait, reconnect and have an equal book',
    async run(stage) {
      await stage.watch();
      stage.server.bookConnections()[0]!.socket.close(1013);
      await healsAfterLoss(stage);
    },
  },
  {
    does: 'accepts the connection and never responds to the upgrade',
    must: 'time out, report it and retry',
    options: HASTY,
    async run(stage) {
      stage.server.onUpgrade(() => 'silence');
      watchOnly(stage);
      await until(() => expect(stage.stream('market 101')?.reconnects).toBeGreaterThan(1));
      await until(() => expect(stage.stream('market 101')?.reason).not.toBeNull());
      expect(stage.healthHistory).not.toContain('live');
      stage.server.onUpgrade(() => null);
      await stage.waitUntilLive();
    },
  },
  {
    does: 'sends endless upgrade headers byte by byte',
    must: 'time out and retry',
    options: HASTY,
    async run(stage) {
      stage.server.onUpgrade(() => ({ raw: 'HTTP/1.1 101 Switch' }));
      watchOnly(stage);
      await until(() => expect(stage.server.upgradesAtMs.length).toBeGreaterThan(2));
      stage.server.onUpgrade(() => null);
      await stage.waitUntilLive();
    },
  },
  {
    does: 'responds to the upgrade with a wrong key',
    must: 'refuse the connection and retry',
    async run(stage) {
      stage.server.onUpgrade(() => ({
        raw: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: AAAA\r\n\r\n',
      }));
      watchOnly(stage);
      await until(() => expect(stage.server.upgradesAtMs.length).toBeGreaterThan(2));
      expect(stage.healthHistory).not.toContain('live');
      stage.server.onUpgrade(() => null);
      await stage.waitUntilLive();
    },
  },
  {
    does: 'redirects the upgrade',
    must: 'never follow it',
    async run(stage) {
      stage.server.onUpgrade(() => ({
        status: 302,
        body: '',
        headers: `Location: ${stage.server.baseUrl}/stolen\r\n`,
      }));
      stage.venue.openPrivate();
      await until(() =>
        expect(stage.stream('private')?.reason).toEqual({ code: 'upgradeRefused', parameters: { status: 302 } }),
      );
      expect(stage.server.requestsOf('/stolen')).toEqual([]);
    },
  },
  {
    does: 'refuses the private upgrade with 401 for its nonce',
    must: 'measure the clock, sign again and open',
    async run(stage) {
      await stage.venue.measureClock();
      const before = stage.server.requestsOf(TIMESTAMP).length;
      let refusals = 0;
      stage.server.onUpgrade((target) => {
        if (!target.startsWith(PRIVATE) || refusals > 0) return null;
        refusals += 1;
        return { status: 401, body: '{"errors":["authz.nonce_expired"]}' };
      });
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      expect(stage.server.requestsOf(TIMESTAMP).length).toBeGreaterThan(before);
      const { target, headers } = stage.privateConnection();
      expect(isSignedRight({ method: 'GET', target, headers, body: '' })).toBe(true);
    },
  },
  {
    does: 'refuses the private upgrade with 401 for its key, without a body',
    must: 'report it, retry with growing pauses and never become open',
    async run(stage) {
      stage.server.onUpgrade(() => ({ status: 401, body: '' }));
      stage.venue.openPrivate();
      await until(() => expect(stage.stream('private')?.reconnects).toBeGreaterThan(2));
      expect(stage.venue.health().errors.at(-1)).toMatchObject({
        source: { code: 'stream', parameters: { name: 'private' } },
        error: { code: 'refused', parameters: { status: 401, codes: [] } },
      });
      expect(kinds(stage)).toEqual([]);
    },
  },
  {
    does: 'refuses the upgrade with 429 and a Retry-After',
    must: 'wait at least that long',
    async run(stage) {
      const atMs: number[] = [];
      stage.server.onUpgrade((target) => {
        if (!target.startsWith(PRIVATE)) return null;
        atMs.push(Date.now());
        return atMs.length === 1 ? { status: 429, body: '', headers: 'Retry-After: 1\r\n' } : null;
      });
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      expect(atMs[1]! - atMs[0]!).toBeGreaterThanOrEqual(1_000);
    },
  },
  {
    does: 'refuses every upgrade with 503',
    must: 'keep retrying, show the time of the next attempt, and have an equal book in the end',
    async run(stage) {
      stage.server.onUpgrade(() => ({ status: 503, body: '<html>' }));
      watchOnly(stage);
      await until(() => expect(stage.stream('market 101')?.reconnects).toBeGreaterThan(4));
      await until(() => expect(stage.stream('market 101')?.retryAtMs).not.toBeNull());
      stage.server.onUpgrade(() => null);
      await stage.waitUntilLive();
    },
  },
  {
    does: 'grants only some of the private streams',
    must: 'show the missing streams while they are missing',
    async run(stage) {
      stage.server.greet = (connection) =>
        connection.send({ success: { message: 'subscribed', streams: ['order', 'position'] } });
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      expect(stage.stream('private')?.reason).toEqual({
        code: 'notSubscribed',
        parameters: { streams: ['contract', 'balance'] },
      });
    },
  },
  {
    does: 'sends an order in an unknown state',
    must: 'emit the raw state, and report it as an error and as schema drift',
    async run(stage) {
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      stage.privateConnection().send({ order: { ...wireOrder, state: 'frozen' } });
      await until(() => expect(kinds(stage)).toEqual(['open', 'order']));
      expect(stage.privateEvents[1]).toMatchObject({ order: { state: { unknown: 'frozen' } } });
      expect(stage.venue.health().schemaDrift).toMatchObject([{ note: { code: 'order-states' } }]);
      expect(lastErrorText(stage.venue)).toContain('frozen');
    },
  },
  {
    does: 'sends unknown fields',
    must: 'use the known fields, and show the count of each unknown one',
    async run(stage) {
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      for (let count = 0; count < 3; count += 1)
        stage.privateConnection().send({ order: { ...wireOrder, mood: 'good' } });
      await until(() => expect(kinds(stage)).toEqual(['open', 'order', 'order', 'order']));
      expect(stage.venue.health().schemaDrift).toMatchObject([
        { note: { code: 'unknown-fields', parameters: { path: 'order.mood', count: 3 } } },
      ]);
    },
  },
  {
    does: 'closes the private connection while orders change',
    must: 'emit closed and then open, so that everything is read again by REST',
    async run(stage) {
      stage.venue.setCredentials(CREDENTIALS);
      stage.venue.openPrivate();
      await until(() => expect(kinds(stage)).toEqual(['open']));
      stage.privateConnection().socket.terminate();
      await until(() => expect(kinds(stage)).toEqual(['open', 'closed', 'open']));
    },
  },
];
