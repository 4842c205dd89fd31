import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const where = (): string[] => [
  '--base-url',
  setup.urls.baseUrl,
  '--ws-base-url',
  setup.urls.wsBaseUrl,
  '--paper-token-file',
  file('token', `${setup.exchange.token}\n`),
  '--seconds',
  '2',
];
const account = (): string[] => ['--api-key', setup.apiKey, '--api-secret-file', file('secret', setup.apiSecret)];

describe('the doctor', () => {
  it('finds everything well without an account, and says what it did not look at', async () => {
    const { code, lines } = await run(...where());
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(lines.join('\n')).toMatch(/ok +book, stream and REST +equal at sequence \d+/);
    expect(lines.join('\n')).toMatch(/not shown +account/);
    expect(lines.at(-1)).toBe('Nothing failed');
    expect(code).toBe(0);
  });

  it('fails a trade on a wallet that is not ready', async () => {
    const key = file('key', `0x${Buffer.from(setup.privateKey).toString('hex')}\n`);
    const { code, lines } = await run(...where(), ...account(), '--trade', '--key-file', key);
    expect(lines.filter((line) => line.startsWith('FAILED')).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'FAILED wallet ready setup_required',
    ]);
    expect(code).toBe(1);
  });

  it('rests, follows and cancels an order with every number equal, and prints no secret', async () => {
    await setUpWallet(setup);
    const keyText = Buffer.from(setup.privateKey).toString('hex');
    const { code, lines } = await run(...where(), ...account(), '--trade', '--key-file', file('key', keyText));
    const text = lines.join('\n');
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    for (const check of [
      'order in the stream',
      'order read alone',
      'order in the list',
      'balance by stream',
      'after the cancel',
    ]) {
      expect(text).toMatch(new RegExp(`ok +${check} `));
    }
    expect(code).toBe(0);
    for (const secret of [keyText, setup.apiSecret, setup.apiKey, setup.exchange.token!])
      expect(text).not.toContain(secret);
    expect((await setup.venue.listOrders('wait')).orders).toEqual([]);
  });

  it('names a wrong API secret', async () => {
    const wrong = file('wrong', 'f'.repeat(64));
    const { code, lines } = await run(...where(), '--api-key', setup.apiKey, '--api-secret-file', wrong);
    expect(lines.join('\n')).toMatch(/FAILED +authentication .*authz\.invalid_signature/);
    expect(code).toBe(1);
  });

  it('stops early on a server that is not there', async () => {
    const gone = await openScripted();
    await gone.close();
    const { code, lines } = await run('--base-url', gone.baseUrl, '--ws-base-url', gone.wsBaseUrl);
    expect(lines[0]).toMatch(/FAILED +clock .*no connection/);
    expect(lines.join('\n')).toMatch(/not shown +everything else/);
    expect(code).toBe(1);
  });

  it('explains arguments that it can not use', async () => {
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
