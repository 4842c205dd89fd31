import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { type Answer, type OrderWish, send, TestMember } from '../member.ts';

const START = 1_763_726_400_000;
const ACCOUNT = '/api/v2/atlas/account';
const ORDERS = '/api/v2/pythia/orders';
const MARKETS = '/api/v2/pythia/public/markets';
const market = 'lander-intact';
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };
let exchange: PaperExchange;
let member: TestMember;
let fresh: TestMember;

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
  member = await (await new TestMember(exchange, clock.wallMs).join()).setUp();
  fresh = await new TestMember(exchange, clock.wallMs).join();
});
afterAll(() => exchange.close());

const good: OrderWish = { market, price: '0.30', volume: '10' };
const place = (wish: Partial<OrderWish>) => (): Promise<Answer> => member.place({ ...good, ...wish });
const open = (path: string) => (): Promise<Answer> => member.open(path);
const call = (method: string, path: string, body?: unknown) => (): Promise<Answer> => member.call(method, path, body);
const operate = (path: string, body: unknown) => (): Promise<Answer> =>
  send(exchange.port, 'POST', `/operator/${path}`, member.base(), JSON.stringify(body));
const request =
  (headers: (usual: Record<string, string>) => Record<string, string>, method = 'GET', body = '') =>
  (): Promise<Answer> =>
    send(exchange.port, method, ORDERS, headers(member.headers(method, ORDERS)), body);
const relayed = (fields: Record<string, unknown>) => async (): Promise<Answer> =>
  fresh.call('POST', `${ACCOUNT}/wallet/relay`, {
    safe: fresh.safe,
    to: fresh.safe,
    value: '0',
    data: '0x',
    operation: 0,
    signature: `0x${'11'.repeat(65)}`,
    ...fields,
  });
const owner = '0x1111111111111111111111111111111111111111';
const custodial =
  (body: unknown, path = `${ACCOUNT}/orders`, method = 'POST') =>
  async (): Promise<Answer> => {
    const one = await new TestMember(exchange, clock.wallMs).join({ kind: 'custodial' });
    return one.call(method, path, body);
  };
const flooded = (path: string, count: number) => async (): Promise<Answer> => {
  const one = await new TestMember(exchange, clock.wallMs).join();
  let last: Answer | null = null;
  for (let turn = 0; turn <= count; turn += 1) last = await one.call('POST', path, {});
  return last!;
};
/** The last of two reads with nonces at these distances from the clock, two seconds apart, on a strict exchange. */
const strictly = (first: number, second: number) => async (): Promise<Answer> => {
  let atMs = START;
  const strict = await openExchange({
    seed: 7,
    clock: { nowMs: () => atMs, wallMs: () => atMs },
    runs: false,
    isStrict: true,
  });
  let nonce = 0;
  const one = await new TestMember(strict, () => nonce).join();
  nonce = START + first;
  await one.call('GET', ORDERS);
  atMs += 2_000;
  nonce = START + second;
  return one.call('GET', ORDERS).finally(() => strict.close());
};
const plain = { market, side: 'yes', price: '0.30', volume: '10' };
/** Generator of P-256. */
const P256 = {
  x: '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  y: '0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
};
const point = { x: `0x${'00'.repeat(32)}`, y: `0x${'00'.repeat(32)}` };

/** Every code that this exchange answers with, its status, and what brings it about. */
const TABLE: [string, number, () => Promise<Answer>][] = [
  ['authz.invalid_api_key_headers', 422, request(({ 'X-Auth-Nonce': _, ...rest }) => rest)],
  ['authz.nonce_not_valid_timestamp', 401, request((usual) => ({ ...usual, 'X-Auth-Nonce': 'soon' }))],
  ['authz.nonce_expired', 401, request((usual) => ({ ...usual, 'X-Auth-Nonce': '1' }))],
  ['authz.unexistent_apikey', 401, request((usual) => ({ ...usual, 'X-Auth-Apikey': 'nobody' }))],
  ['authz.invalid_signature', 401, request((usual) => ({ ...usual, 'X-Auth-Signature': '00' }))],
  ['server.misdirected_request', 421, request((usual) => ({ ...usual, Host: 'evil.example' }))],
  ['server.browser_refused', 403, request((usual) => ({ ...usual, Origin: 'null' }))],
  ['server.preflight_refused', 403, request((usual) => usual, 'OPTIONS')],
  ['server.token_refused', 401, request((usual) => ({ ...usual, 'X-Adyton-Paper': 'x' }))],
  ['server.body_too_large', 413, operate('members', { owner: 'x'.repeat(70_000) })],
  ['server.invalid_body', 422, call('POST', `${ACCOUNT}/orders`, [])],
  ['server.invalid_body', 400, call('POST', `${ACCOUNT}/wallet/session-key`, [])],
  ['authz.nonce_repeated', 401, strictly(0, 0)],
  ['authz.nonce_falling', 401, strictly(0, -2_000)],
  ['record.not_found', 404, open(`${MARKETS}/nowhere/order-book`)],
  ['pagination.invalid_limit', 422, open(`${MARKETS}?limit=0`)],
  ['pagination.invalid_page', 422, open(`${MARKETS}?page=0`)],
  ['public.k_line.invalid_period', 422, open(`${MARKETS}/${market}/k-line?period=7`)],
  ['public.k_line.invalid_limit', 422, open(`${MARKETS}/${market}/k-line?limit=x`)],
  ['public.k_line.invalid_time_from', 422, open(`${MARKETS}/${market}/k-line?time_from=x`)],
  ['public.k_line.invalid_time_to', 422, open(`${MARKETS}/${market}/k-line?time_to=-1`)],
  ['market.market.doesnt_exist_or_not_enabled', 422, place({ body: { market: 'nowhere' } })],
  ['market.account.insufficient_balance', 422, place({ volume: '40000' })],
  ['market.order.missing_market', 422, place({ body: { market: undefined } })],
  ['market.order.missing_side', 422, place({ body: { side: undefined } })],
  ['market.order.invalid_side', 422, place({ body: { side: 'maybe' } })],
  ['market.order.invalid_type', 422, place({ body: { ord_type: 'market' } })],
  ['market.order.missing_price', 422, place({ body: { price: undefined } })],
  ['market.order.non_decimal_price', 422, place({ body: { price: '3e-1' } })],
  ['market.order.non_positive_price', 422, place({ body: { price: '0' } })],
  ['market.order.invalid_price', 422, place({ body: { price: '0.305' } })],
  ['market.order.missing_volume', 422, place({ body: { volume: undefined } })],
  ['market.order.non_decimal_volume', 422, place({ body: { volume: 10 } })],
  ['market.order.non_positive_volume', 422, place({ body: { volume: '-1' } })],
  ['market.order.invalid_volume_or_price', 422, place({ body: { volume: '0.000001' } })],
  ['market.order.invalid_post_only', 422, place({ body: { post_only: 'yes' } })],
  ['market.order.use_signed_endpoint', 422, place({ body: { signed_order: undefined } })],
  ['market.order.post_only_would_cross', 422, place({ price: '0.99', postOnly: true })],
  ['market.order.missing_direction', 422, custodial(plain)],
  ['market.order.invalid_direction', 422, custodial({ ...plain, direction: 'up' })],
  ['market.order.invalid_state', 422, call('GET', `${ORDERS}?state=lost`)],
  ['market.order.too_many_requests', 429, flooded(`${ACCOUNT}/orders`, 120)],
  ['account.custody.order_malformed', 422, place({ after: { signature: '1' } })],
  ['account.custody.order_token_mismatch', 422, place({ body: { side: 'no' } })],
  ['account.custody.order_volume_mismatch', 422, place({ body: { volume: '11' } })],
  ['account.custody.order_price_mismatch', 422, place({ body: { price: '0.31' } })],
  ['account.custody.order_expired', 422, place({ signed: { expiration: BigInt(START / 1_000 - 60) } })],
  ['account.custody.order_signature_rejected', 422, place({ after: { salt: '99' } })],
  ['account.custody.order_taker_not_zero', 422, place({ signed: { taker: owner } })],
  ['account.custody.order_fee_rate_not_zero', 422, place({ signed: { feeRateBps: 1n } })],
  ['account.custody.order_signature_type_mismatch', 422, place({ signed: { signatureType: 3 } })],
  ['account.custody.order_maker_mismatch', 422, place({ signed: { maker: owner } })],
  ['account.custody.order_signer_mismatch', 422, place({ signed: { signer: owner } })],
  ['account.custody.order_nonce_mismatch', 422, place({ signed: { nonce: 1n } })],
  [
    'account.custody.order_already_used',
    422,
    async () => {
      const body = await member.placement({ ...good, price: '0.02' });
      await member.call('POST', `${ACCOUNT}/orders`, body);
      return member.call('POST', `${ACCOUNT}/orders`, body);
    },
  ],
  ['account.custody.no_wallet', 422, custodial(undefined, `${ACCOUNT}/wallet`, 'GET')],
  ['account.custody.not_offered', 422, call('POST', `${ACCOUNT}/market_requests`, {})],
  ['account.custody.relay_malformed', 422, relayed({ value: '1.5' })],
  ['account.custody.relay_safe_mismatch', 422, relayed({ safe: owner })],
  ['account.custody.relay_signature_rejected', 422, relayed({})],
  [
    'account.custody.relay_nonce_out_of_order',
    422,
    () => fresh.relay({ to: owner, data: '0x', operation: 0, nonce: 1 }),
  ],
  ['account.custody.relay_call_reverted', 422, () => fresh.relay({ to: owner, data: '0x', operation: 0, nonce: 0 })],
  ['account.custody.session_key_invalid', 400, call('POST', `${ACCOUNT}/wallet/session-key`, point)],
  [
    'account.custody.session_key_invalid_expiry',
    400,
    call('POST', `${ACCOUNT}/wallet/session-key`, { ...P256, expires_at: 1 }),
  ],
  ['account.custody.too_many_requests', 429, flooded(`${ACCOUNT}/wallet/relay`, 30)],
  ['identity.not_offered', 422, call('POST', '/api/v2/persona/resource/phones/verify', {})],
  ['identity.too_many_requests', 429, flooded('/api/v2/persona/resource/phones', 3)],
  ['operator.invalid_owner', 422, operate('members', { owner: 'me' })],
  ['operator.invalid_kind', 422, operate('members', { owner, kind: 'other' })],
  ['operator.invalid_setup', 422, operate('members', { owner, setup: 'none' })],
  ['operator.invalid_signing_key', 422, operate('members', { owner, signing_key: owner })],
  ['operator.invalid_faults', 422, operate('faults', {})],
  ['operator.invalid_result', 422, operate(`markets/${market}/decide`, {})],
  [
    'operator.already_decided',
    422,
    async () => {
      await operate('markets/rate-cut/decide', { result: 'no' })();
      return operate('markets/rate-cut/decide', { result: 'no' })();
    },
  ],
  [
    'server.too_many_requests',
    429,
    async () => {
      await operate('faults', { faults: [{ kind: 'rate_limit', target: 'ticker', ms: 0 }] })();
      return member.open(`${MARKETS}/${market}/ticker`);
    },
  ],
  [
    'server.internal_error',
    503,
    async () => {
      await operate('faults', { faults: [{ kind: 'server_error', target: 'ticker' }] })();
      return member.open(`${MARKETS}/${market}/ticker`);
    },
  ],
];

test('every code has its status and comes first in the body', async () => {
  for (const [code, status, ask] of TABLE) {
    const answer = await ask();
    expect([code, answer.status, answer.value.errors?.[0]]).toEqual([code, status, code]);
  }
});

test('the table holds every code that the server’s source holds', () => {
  const folder = new URL('../../../../../src/paper/server/', import.meta.url);
  const known = new Set(TABLE.map(([code]) => code));
  const pattern = /'((?:authz|server|record|pagination|public|market|account|identity|operator)\.[a-z_.]+)'/g;
  const missing = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    for (const [, code] of readFileSync(new URL(file, folder), 'utf8').matchAll(pattern)) {
      if (!known.has(code!)) missing.add(code!);
    }
  }
  expect([...missing]).toEqual([]);
});
