import { describe, expect, it } from 'vitest';
import { classifyRequest } from '#main/vault/prepared/requests.ts';
import { PRIVATE_TARGET } from '#main/venue/privateStream.ts';
import { buildAuthMessage } from '#wire/auth/message.ts';

const NOW_MS = 1_700_000_000_000;
const apiKey = 'ak-1';
const classify = (method: string, target: string, body = '', nonce = String(NOW_MS)) =>
  classifyRequest(buildAuthMessage({ nonce, apiKey, method, target, body }), apiKey, NOW_MS);

describe('classifyRequest', () => {
  it.each([
    '/api/v2/atlas/account/balances',
    '/api/v2/atlas/account/rewards/pending',
    '/api/v2/atlas/account/wallet',
    '/api/v2/atlas/account/wallet/markets/rain-tomorrow',
    '/api/v2/atlas/account/contracts?page=1&limit=100',
    '/api/v2/atlas/account/positions?page=12&limit=100',
    '/api/v2/pythia/orders?state=wait&page=1&limit=100',
    '/api/v2/pythia/orders/42',
    PRIVATE_TARGET,
  ])('allows the read %s', (target) => {
    expect(classify('GET', target)).toEqual({ kind: 'read' });
  });

  it('names the order of a cancel and the body of a post', () => {
    expect(classify('POST', '/api/v2/pythia/orders/42/cancel')).toEqual({ kind: 'cancel', orderId: '42' });
    expect(classify('POST', '/api/v2/atlas/account/orders', '{"market":"x"}')).toEqual({
      kind: 'post',
      body: '{"market":"x"}',
    });
  });

  it.each([
    ['POST', '/api/v2/atlas/account/wallet/relay', '{}'],
    ['POST', '/api/v2/atlas/account/wallet/session-key', '{}'],
    ['POST', '/api/v2/atlas/account/wallet/passkey', '{}'],
    ['DELETE', '/api/v2/atlas/account/wallet/session-key', ''],
    ['POST', '/api/v2/atlas/account/market_requests', '{}'],
    ['POST', '/api/v2/atlas/account/orders', ''],
    ['POST', '/api/v2/atlas/account/orders/../wallet/relay', '{}'],
    ['POST', '/api/v2/atlas/account/orders?x=1', '{"market":"x"}'],
    ['POST', '/api/v2/pythia/orders/42/cancel', '{}'],
    ['POST', '/api/v2/pythia/orders/cancel', ''],
    ['POST', '/api/v2/pythia/orders/42/cancel/', ''],
    ['POST', '/api/v2/pythia/orders/42/../43/cancel', ''],
    ['PUT', '/api/v2/pythia/orders/42/cancel', ''],
    ['GET', '/api/v2/atlas/account/wallet/relay', ''],
    ['GET', '/api/v2/atlas/account/wallet?x=1', ''],
    ['GET', '/api/v2/atlas/account/balances', '{}'],
    ['GET', '/api/v2/atlas/account/transactions', ''],
    ['GET', '/api/v2/pythia/orders', ''],
    ['GET', '/api/v2/pythia/orders?state=all&page=1&limit=1', ''],
    ['GET', '/api/v2/websocket/private', ''],
    ['GET', `${PRIVATE_TARGET}&stream=withdrawals`, ''],
    ['GET', '/api/v2/atlas/account/wallet\n', ''],
  ])('refuses %s %s %s', (method, target, body) => {
    expect(classify(method, target, body)).toBeNull();
  });

  it('refuses nonces that are not of this minute, and other messages', () => {
    const target = '/api/v2/atlas/account/balances';
    expect(classify('GET', target, '', String(NOW_MS + 60_000))).toEqual({ kind: 'read' });
    expect(classify('GET', target, '', String(NOW_MS + 60_001))).toBeNull();
    expect(classify('GET', target, '', String(NOW_MS - 60_001))).toBeNull();
    expect(classify('GET', target, '', '170000000000')).toBeNull();
    expect(classifyRequest('', apiKey, NOW_MS)).toBeNull();
    expect(classifyRequest(`${NOW_MS}GET${target}`, '', NOW_MS)).toBeNull();
    expect(classifyRequest(`${NOW_MS}other-keyGET${target}`, apiKey, NOW_MS)).toBeNull();
  });
});
