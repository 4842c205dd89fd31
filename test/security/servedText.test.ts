/** Text of the exchange at each sink: the terminal of `doctor`, the log, a question of main, the views of the page. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '#main/storage/log.ts';
import { describeError } from '#shared/base/describeError.ts';
import { formatConfirmation } from '#shared/text/confirmations.ts';
import { formatHealthError } from '#shared/text/health.ts';
import { CALM, openClient } from '#test/venue/client.ts';
import { openScripted, type Scripted } from '#test/venue/scripted.ts';
import { parseWallet } from '#wire/messages/wallet.ts';
import { runDoctor } from '../../src/cli/doctor/run.ts';

/** Clears a terminal, reverses text, hides text, and is 60 kB long. */
const HOSTILE = `\u001b[2J\u001b]0;owned\u0007\u202eon\u2066\u200b\u{e0041}\ud800${'A'.repeat(60_000)}`;
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;
const MARKETS = '/api/v2/pythia/public/markets';
const WAITS = { snapshotMs: 100, catchUpMs: 100, privateMs: 100 };

let server: Scripted;
beforeEach(async () => {
  server = await openScripted();
});
afterEach(() => server.close());

describe('hostile text of the exchange', () => {
  it('reaches the terminal of doctor as plain text of bounded length', async () => {
    server.on('GET', '/api/v2/atlas/public/timestamp', (_, reply) => reply.text(200, String(Date.now())));
    server.on('GET', MARKETS, (_, reply) =>
      reply.json(200, [
        { market_id: 'm', title: HOSTILE, [HOSTILE.slice(0, 90)]: 1, yes_price: HOSTILE },
        { market_id: 'a' },
      ]),
    );
    server.on('GET', `${MARKETS}/a/order-book`, (_, reply) => reply.json(422, { errors: [HOSTILE, HOSTILE] }));
    server.on('GET', `${MARKETS}/a/ticker`, (_, reply) => reply.text(200, HOSTILE));
    const lines: string[] = [];
    const args = ['--base-url', server.baseUrl, '--ws-base-url', server.wsBaseUrl, '--seconds', '1'];
    await runDoctor(args, (line) => lines.push(line), CALM, WAITS);
    expect(lines.join('\n')).toContain('\\u001b[2J');
    for (const line of lines) {
      expect(line).not.toMatch(FORBIDDEN);
      expect(line.length).toBeLessThan(2_200);
    }
  });

  it('reaches Health and the markets of the page as plain text', async () => {
    const venue = openClient(server);
    server.on('GET', MARKETS, (_, reply) =>
      reply.json(200, [
        { market_id: 'm', title: HOSTILE, outcome_labels: [HOSTILE, 'b'], status: HOSTILE },
        { market_id: 'n', close_at: HOSTILE },
      ]),
    );
    const { items } = await venue.listMarkets();
    const texts = [JSON.stringify(items[0]), ...venue.health().errors.map(formatHealthError)];
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).not.toMatch(FORBIDDEN);
    expect(items[0]!.title.length).toBeLessThanOrEqual(240);
    await venue.close();
  });

  it('reaches the log as plain text', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adyton-log-'));
    const log = openLog({ folder, now: () => 0 });
    log.write('warn', 'venue', describeError(new Error(HOSTILE)), { path: HOSTILE });
    const [line = ''] = readFileSync(log.path, 'utf8').split('\n');
    rmSync(folder, { recursive: true });
    for (const text of Object.values(JSON.parse(line) as Record<string, unknown>))
      expect(String(text)).not.toMatch(FORBIDDEN);
    expect(line.length).toBeLessThan(2_000);
  });

  it('is no domain that a key signs under, and no text of a question', () => {
    const address = `0x${'2'.repeat(40)}`;
    const wallet = (domain: string) =>
      parseWallet({
        proxy_address: address,
        owner_address: address,
        signature_type: 2,
        exchange_address: address,
        conditional_tokens_address: address,
        usdc_address: address,
        chain_id: 137,
        domain_name: domain,
        safe_status: 'ready',
      });
    expect(wallet('Exchange').domainName).toBe('Exchange');
    for (const domain of ['Exch\u200bange', 'Exchange\u202e', 'x'.repeat(257)]) {
      expect(() => wallet(domain)).toThrow('plain text');
    }
    const { facts } = formatConfirmation('removeKey', { name: HOSTILE, publicKey: address });
    for (const [, value] of facts) {
      expect(value).not.toMatch(FORBIDDEN);
      expect(value.length).toBeLessThanOrEqual(4_000);
    }
  });
});
