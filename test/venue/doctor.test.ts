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
