import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANSWER_BYTES, findAnswerBytes, findAnswerKind, findMessageBytes } from '#main/venue/answerBounds.ts';
import { PRIVATE_STREAMS } from '#wire/messages/streamName.ts';

const ORDERS = '/api/v2/pythia/orders';
const MARKETS = '/api/v2/pythia/public/markets';
const ACCOUNT = '/api/v2/atlas/account';

describe('bounds of answers', () => {
  it.each([
    [`${ORDERS}?state=wait&page=1&limit=100`, 'page'],
    [`${ORDERS}/7`, 'record'],
    [`${ORDERS}/7/cancel`, 'record'],
    [`${ACCOUNT}/orders`, 'record'],
    [`${ACCOUNT}/balances`, 'balances'],
    [`${ACCOUNT}/contracts?page=1`, 'page'],
    [`${ACCOUNT}/positions?page=1`, 'page'],
    [`${ACCOUNT}/rewards/pending`, 'record'],
    [`${ACCOUNT}/wallet`, 'record'],
    [`${ACCOUNT}/wallet/markets/101`, 'record'],
    [`${ACCOUNT}/wallet/relay`, 'record'],
    [`${ACCOUNT}/wallet/session-key`, 'record'],
    ['/api/v2/atlas/public/timestamp', 'record'],
    [`${MARKETS}?page=2&limit=100`, 'page'],
    [`${MARKETS}/101/order-book`, 'book'],
    [`${MARKETS}/101/ticker`, 'record'],
    [`${MARKETS}/101/k-line?period=1&limit=500`, 'list'],
    [`${MARKETS}/101/contracts/recent`, 'list'],
    ['/operator/members', 'record'],
  ])('know what kind of answer %s has', (target, kind) => {
    expect(findAnswerKind(target)).toBe(kind);
  });

  it('are 64 kB for an order, a balance, a refusal and an unknown target, and 4 MB for a page', () => {
    expect([ANSWER_BYTES.record, ANSWER_BYTES.balances, ANSWER_BYTES.refusal, ANSWER_BYTES.page]).toEqual([
      65_536, 65_536, 65_536, 4_194_304,
    ]);
    expect(findAnswerBytes(`${ORDERS}?state=wait`, 200)).toBe(4_194_304);
    expect(findAnswerBytes(`${ORDERS}?state=wait`, 500)).toBe(65_536);
    expect(findAnswerBytes('/other', 200)).toBe(65_536);
  });

  it('are enough for every message of a connection together, and far below what would hold up this process', () => {
    expect(findMessageBytes(PRIVATE_STREAMS)).toBeLessThan(1_000_000);
    expect(findMessageBytes(['crypto.BTC-USD'])).toBe(4_096 + 3 * 4_096);
    expect(findMessageBytes(['101.ob-inc', '101.ob-snap', '102.ob-inc'])).toBe(
      findMessageBytes(['101.ob-snap', '101.ob-inc']),
    );
  });

  it('cover every target that the client writes', () => {
    const folder = new URL('../../../../src/main/venue/', import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const targets = sources.flatMap((text) =>
      [...text.matchAll(/'(\/(?:api\/v2|operator)\/[^']*)'/g)].map(([, path]) => path!),
    );
    expect(targets.length).toBeGreaterThan(5);
    const prefixes = ['/api/v2/atlas/account', '/api/v2/websocket/public'];
    for (const target of targets.filter((one) => !prefixes.includes(one)))
      expect(findAnswerKind(target), target).not.toBeNull();
  });
});
