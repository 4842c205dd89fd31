import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import { send } from '#test/unit/paper/server/member.ts';
import { runDoctor } from '../../src/cli/doctor/run.ts';
import { openPaperSetup, type PaperSetup, setUpWallet } from './paperMember.ts';
import { openScripted } from './scripted.ts';

let setup: PaperSetup;
let folder: string;

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

const run = async (...args: string[]): Promise<{ code: number; lines: string[] }> => {
  const lines: string[] = [];
  const code = await runDoctor(args, (line) => lines.push(line));
  return { code, lines };
};

beforeAll(async () => {
  setup = await openPaperSetup();
  folder = mkdtempSync(join(tmpdir(), 'adyton-doctor-'));
});

afterAll(async () => {
  await setup.close();
  rmSync(folder, { recursive: true });
});

const serverOptions = (): string[] => [
  '--base-url',
  setup.urls.baseUrl,
  '--ws-base-url',
  setup.urls.wsBaseUrl,
  '--paper-token-file',
  file('token', `${setup.exchange.token}\n`),
  '--seconds',
  '2',
];
const accountOptions = (): string[] => [
  '--api-key',
  setup.apiKey,
  '--api-secret-file',
  file('secret', setup.apiSecret),
];

/** API key options of a new member. */
async function openMember(body: Record<string, unknown>): Promise<string[]> {
  const { port, token } = setup.exchange;
  const headers = { Host: `127.0.0.1:${port}`, 'X-Adyton-Paper': token! };
  const { value } = await send(port, 'POST', '/operator/members', headers, JSON.stringify(body));
  return ['--api-key', value.api_key, '--api-secret-file', file('member', value.api_secret)];
}

describe('the doctor', () => {
  it('passes every public check without an account, and names what it did not verify', async () => {
    const { code, lines } = await run(...serverOptions());
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(lines.join('\n')).toMatch(/ok +book, stream and REST +equal at sequence \d+/);
    expect(lines.join('\n')).toMatch(/unverified +account/);
    expect(lines.at(-1)).toBe('Nothing failed');
    expect(code).toBe(0);
  });

  it('fails a trade on a wallet that is not ready', async () => {
    const key = file('key', `0x${Buffer.from(setup.privateKey).toString('hex')}\n`);
    const { code, lines } = await run(...serverOptions(), ...accountOptions(), '--trade', '--key-file', key);
    expect(lines.filter((line) => line.startsWith('FAILED')).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'FAILED approvals 3 calls are not signed yet. Finish the wallet setup: sign the calls that it shows',
      'FAILED wallet status Setup required: an order would rest and then fail to settle. Finish the wallet setup: sign the calls that it shows',
      'FAILED wallet ready setup_required',
    ]);
    expect(code).toBe(1);
  });

  it('rests, compares and cancels an order, and prints no secret', async () => {
    await setUpWallet(setup);
    const keyText = Buffer.from(setup.privateKey).toString('hex');
    const { code, lines } = await run(
      ...serverOptions(),
      ...accountOptions(),
      '--trade',
      '--key-file',
      file('key', keyText),
    );
    const text = lines.join('\n');
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    for (const check of [
      'order in the stream',
      'order read alone',
      'order in the list',
      'balance by stream',
      'after the cancel',
      'key and owner',
      'chain and domain',
      'contracts',
      'approvals',
      'wallet status',
      'market record',
      'order signature',
    ]) {
      expect(text).toMatch(new RegExp(`ok +${check} `));
    }
    expect(code).toBe(0);
    for (const secret of [keyText, setup.apiSecret, setup.apiKey, setup.exchange.token!])
      expect(text).not.toContain(secret);
    expect((await setup.venue.listOrders('wait')).orders).toEqual([]);
  });

  it('trades for a passkey’s wallet by its second key, and for a custodial account without one', async () => {
    const keyText = Buffer.from(setup.privateKey).toString('hex');
    const owner = `0x${'5e'.repeat(20)}`;
    const passkey = await openMember({ owner, kind: 'passkey', signing_key: addressOf(setup.privateKey), ready: true });
    const signed = await run(...serverOptions(), ...passkey, '--trade', '--key-file', file('second', keyText));
    expect(signed.lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(signed.lines.join('\n')).toMatch(/ok +after the cancel/);
    const custodial = await openMember({ owner, kind: 'custodial' });
    const sent = await run(...serverOptions(), ...custodial, '--trade', '--custodial');
    expect(sent.lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(sent.lines.join('\n')).toMatch(/ok +kind of account +No wallet/);
    expect(sent.lines.join('\n')).toMatch(/ok +after the cancel/);
    const unsure = await run(...serverOptions(), ...custodial, '--trade', '--key-file', file('key', keyText));
    expect(unsure.lines.join('\n')).toMatch(/FAILED +trading +The account has no wallet: give --custodial/);
  });

  it('names a wrong API secret', async () => {
    const wrong = file('wrong', 'f'.repeat(64));
    const { code, lines } = await run(...serverOptions(), '--api-key', setup.apiKey, '--api-secret-file', wrong);
    expect(lines.join('\n')).toMatch(/FAILED +authentication .*authz\.invalid_signature/);
    expect(code).toBe(1);
  });

  it('stops early when the server is down', async () => {
    const closed = await openScripted();
    await closed.close();
    const { code, lines } = await run('--base-url', closed.baseUrl, '--ws-base-url', closed.wsBaseUrl);
    expect(lines[0]).toMatch(/FAILED +clock .*no connection/);
    expect(lines.join('\n')).toMatch(/unverified +everything else/);
    expect(code).toBe(1);
  });

  it('explains invalid arguments', async () => {
    expect((await run()).code).toBe(2);
    expect((await run('--base-url', 'http://localhost:1', '--ws-base-url', 'ws://127.0.0.1:1')).lines[0]).toContain(
      '127.0.0.1',
    );
    expect(
      (
        await run(
          '--base-url',
          'https://a.example',
          '--ws-base-url',
          'wss://a.example',
          '--trade',
          '--api-key',
          'k',
          '--api-secret-file',
          file('s', 's'),
          '--key-file',
          'x',
        )
      ).lines[0],
    ).toContain('--real-money');
  });
});
