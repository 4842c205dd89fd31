import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import { ALLOWANCES, buildMeter } from '#paper/server/http/limits.ts';
import { send, TestMember } from '../member.ts';

const START = 1_763_726_400_000;
let exchange: PaperExchange;
const clock = { at: START, nowMs: () => clock.at, wallMs: () => clock.at };

beforeAll(async () => {
  exchange = await openExchange({ seed: 7, clock, runs: false });
});
afterAll(() => exchange.close());

test('a block outlasts its window, and asking again re-arms it', () => {
  const meter = buildMeter({ code: 'x.y', count: 2, windowMs: 1_000, blockMs: 5_000 });
  const asks = [0, 10, 20, 1_500, 6_400, 11_399, 16_399].map((atMs) => {
    try {
      meter.count('someone', atMs);
      return 'taken';
    } catch {
      return 'refused';
    }
  });
  expect(asks).toEqual(['taken', 'taken', 'refused', 'refused', 'refused', 'refused', 'taken']);
  expect(() => meter.count('another', 20)).not.toThrow();
});

test('every class whose paths are shown takes its allowance and no request more', async () => {
  const PERSONA = '/api/v2/persona';
  const ACCOUNT = '/api/v2/atlas/account';
  const classes: [keyof typeof ALLOWANCES, string[], boolean][] = [
    [
      'signIn',
      ['sessions', 'sessions/social', 'sessions/web3/nonce', 'sessions/web3'].map((p) => `identity/${p}`),
      false,
    ],
    [
      'codeRequest',
      ['identity/users', 'identity/users/password/generate_code', 'identity/users/email/generate_code'],
      false,
    ],
    ['codeConfirm', ['identity/users/password/confirm_code', 'identity/users/email/confirm_code'], false],
    ['phoneSend', ['resource/phones', 'resource/phones/send_code'], true],
    ['phoneVerify', ['resource/phones/verify'], true],
    ['orders', [`${ACCOUNT}/orders`], true],
    ['relay', [`${ACCOUNT}/wallet/relay`], true],
    ['setup', [`${ACCOUNT}/wallet/passkey`, `${ACCOUNT}/wallet/session-key`, `${ACCOUNT}/market_requests`], true],
  ];
  for (const [name, paths, isPrivate] of classes) {
    const { count, code, windowMs, blockMs } = ALLOWANCES[name];
    const member = await new TestMember(exchange, clock.wallMs).join();
    let turn = 0;
    const ask = () => {
      const path = paths[turn % paths.length]!;
      turn += 1;
      const full = path.startsWith('/') ? path : `${PERSONA}/${path}`;
      if (isPrivate) return member.call('POST', full, {});
      return send(exchange.port, 'POST', full, member.base(), '{}');
    };
    for (let request = 0; request < count; request += 1) {
      const { status } = await ask();
      expect([name, request, status === 422 || status === 400]).toEqual([name, request, true]);
    }
    const { status, value } = await ask();
    expect([name, status, value]).toEqual([name, 429, { errors: [code] }]);
    clock.at += windowMs + 1;
    if (blockMs > windowMs) {
      expect([name, (await ask()).status]).toEqual([name, 429]);
      clock.at += blockMs;
    }
    expect([name, (await ask()).status === 429]).toEqual([name, false]);
  }
});

test('two-factor codes of one user share five attempts a minute over every way to sign in', async () => {
  const member = await new TestMember(exchange, clock.wallMs).join();
  const signIn = async (name: string, body: unknown) =>
    (await send(exchange.port, 'POST', `/api/v2/persona/identity/${name}`, member.base(), JSON.stringify(body))).status;
  const attempts: number[] = [];
  for (const name of ['sessions', 'sessions/social', 'sessions/web3', 'sessions', 'sessions', 'sessions/web3']) {
    clock.at += 7_000;
    attempts.push(await signIn(name, { email: 'One@example.org', otp_code: '123456' }));
  }
  expect(attempts).toEqual([422, 422, 422, 422, 422, 429]);
  clock.at += 7_000;
  expect(await signIn('sessions', { email: 'two@example.org', otp_code: '123456' })).toBe(422);
  expect(await signIn('sessions', { email: 'one@example.org' })).toBe(422);
  clock.at += 14 * 60_000;
  expect(await signIn('sessions', { email: 'one@example.org', otp_code: '123456' })).toBe(429);
});
