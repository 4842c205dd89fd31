/** Scenarios for orders and cancels: lost responses, refusals, nonsense. */
import { expect } from 'vitest';
import { parseOrderId } from '#shared/units/ids.ts';
import { isSignedRight, placement, wireOrder } from '../client.ts';
import type { Reply } from '../scripted.ts';
import type { Scenario } from './scenario.ts';
import { ORDERS, PLACE } from './server.ts';
import { STEADY } from './stage.ts';

const CANCEL = `${ORDERS}/305/cancel`;
const ACCEPTED = JSON.stringify(wireOrder);

/** Responses after which the order may exist. */
const INDEFINITE: readonly (readonly [string, (reply: Reply) => void])[] = [
  ['accepts and loses the answer', (reply) => reply.drop()],
  [
    'accepts and truncates the response',
    (reply) => {
      reply.raw(`HTTP/1.1 201 Created\r\nContent-Length: ${ACCEPTED.length}\r\n\r\n${ACCEPTED.slice(0, 20)}`);
      reply.drop();
    },
  ],
  ['accepts and never answers', () => undefined],
  ['accepts and answers in HTML', (reply) => reply.text(201, '<html>', { 'content-type': 'text/html' })],
  ['accepts and answers with wrong types', (reply) => reply.json(201, { ...wireOrder, price: 0.5, state: 7 })],
  ['accepts and answers a megabyte too many', (reply) => reply.text(201, `"${'x'.repeat(2 * 1024 * 1024)}"`)],
  ['answers 500', (reply) => reply.json(500, { errors: ['server.internal_error'] })],
  ['answers 502 from a proxy', (reply) => reply.text(502, '<html>')],
  ['answers 503 with a wait', (reply) => reply.text(503, '', { 'retry-after': '1' })],
  ['answers 504', (reply) => reply.text(504, '')],
  ['answers 404 in HTML', (reply) => reply.text(404, '<html>', { 'content-type': 'text/html' })],
  ['answers 403 without a word', (reply) => reply.text(403, '')],
  ['answers 408', (reply) => reply.json(408, { errors: ['time.out'] })],
  ['redirects the order', (reply) => reply.text(307, '', { location: '/stolen' })],
  ['answers 204', (reply) => reply.text(204, '')],
];

/** Times out after a second. */
const HASTY = { profile: { ...STEADY, http: { ...STEADY.http, totalMs: 1_000 } } };

export const ACT_SCENARIOS: readonly Scenario[] = [
  ...INDEFINITE.map(
    ([does, answer]): Scenario => ({
      does: `${does} (an order)`,
      must: 'report an unknown outcome and never send it again',
      options: HASTY,
      async run({ server, venue }) {
        await venue.measureClock();
        server.on('POST', PLACE, (_, reply) => answer(reply));
        expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
        expect(server.requestsOf(PLACE)).toHaveLength(1);
        expect(server.requestsOf('/stolen')).toHaveLength(0);
      },
    }),
  ),
  ...INDEFINITE.map(
    ([does, answer]): Scenario => ({
      does: `${does} (a cancel)`,
      must: 'report an unknown outcome: the order may be open or not',
      options: HASTY,
      async run({ server, venue }) {
        await venue.measureClock();
        server.on('POST', CANCEL, (_, reply) => answer(reply));
        expect(await venue.cancelOrder(parseOrderId('305'))).toMatchObject({ kind: 'unknown' });
        expect(server.requestsOf(CANCEL)).toHaveLength(1);
      },
    }),
  ),
  {
    does: 'refuses the nonce once, then accepts',
    must: 'send the same bytes with a fresh nonce, once',
    async run({ server, venue }) {
      server.on('POST', PLACE, (_, reply, count) =>
        count === 1 ? reply.json(401, { errors: ['authz.nonce_not_valid_timestamp'] }) : reply.json(201, wireOrder),
      );
      expect(await venue.postOrder(placement)).toMatchObject({ kind: 'accepted' });
      const [first, second, ...more] = server.requestsOf(PLACE);
      expect(more).toEqual([]);
      expect(second!.body).toBe(first!.body);
      expect([first!, second!].map(isSignedRight)).toEqual([true, true]);
      expect(venue.health().budgets.find((budget) => budget.name === 'orders')?.used).toBe(2);
    },
  },
  {
    does: 'refuses every nonce',
    must: 'stop after the second attempt, with a definite refusal',
    async run({ server, venue }) {
      server.on('POST', PLACE, (_, reply) => reply.json(401, { errors: ['authz.nonce_expired'] }));
      expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: ['authz.nonce_expired'] });
      expect(server.requestsOf(PLACE)).toHaveLength(2);
    },
  },
  {
    does: 'refuses the nonce and then loses the response',
    must: 'report an unknown outcome: the second attempt may have been accepted',
    async run({ server, venue }) {
      server.on('POST', PLACE, (_, reply, count) =>
        count === 1 ? reply.json(401, { errors: ['authz.nonce_expired'] }) : reply.drop(),
      );
      expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
      expect(server.requestsOf(PLACE)).toHaveLength(2);
    },
  },
  {
    does: 'sends a nonce code with status 500',
    must: 'report an unknown outcome and send it once',
    async run({ server, venue }) {
      server.on('POST', PLACE, (_, reply) => reply.json(500, { errors: ['authz.nonce_expired'] }));
      expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
      expect(server.requestsOf(PLACE)).toHaveLength(1);
    },
  },
  ...(
    [
      [401, 'authz.invalid_signature'],
      [422, 'market.account.insufficient_balance'],
      [400, 'a.code.nobody.knows'],
    ] as const
  ).map(
    ([status, code]): Scenario => ({
      does: `refuses an order with ${status} ${code}`,
      must: 'report the refusal with its code and never send it again',
      async run({ server, venue }) {
        server.on('POST', PLACE, (_, reply) => reply.json(status, { errors: [code] }));
        expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: [code] });
        expect(server.requestsOf(PLACE)).toHaveLength(1);
      },
    }),
  ),
  ...['', '{"errors":["order.too_many"]}', '<html>'].map(
    (body): Scenario => ({
      does: `throttles an order with 429 and the body "${body}"`,
      must: 'report the refusal and send nothing until the block ends',
      async run({ server, venue }) {
        server.on('POST', PLACE, (_, reply) => reply.text(429, body));
        const startedAtMs = Date.now();
        const refused = await venue.postOrder(placement);
        expect(refused).toMatchObject({ kind: 'rejected', retryAtMs: expect.any(Number) });
        expect(refused.kind === 'rejected' && refused.retryAtMs).toBeGreaterThanOrEqual(startedAtMs + 60_000);
        expect(await venue.postOrder(placement)).toMatchObject({ kind: 'rejected', codes: ['rate_limited'] });
        expect(server.requestsOf(PLACE)).toHaveLength(1);
      },
    }),
  ),
  {
    does: 'accepts an order that differs from the one sent',
    must: 'report an unknown outcome',
    async run({ server, venue }) {
      server.on('POST', PLACE, (_, reply) => reply.json(201, { ...wireOrder, market: '999', price: '0.9' }));
      expect(await venue.postOrder(placement)).toMatchObject({ kind: 'unknown' });
      expect(venue.health().schemaDrift).toMatchObject([{ note: { code: 'order-echo' } }]);
    },
  },
];
