/**
 * Logs under a hostile page: nothing it does in bulk removes earlier lines of main or of the security log.
 *
 * Source      docs/security-coverage.md#r52
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, PASSWORD, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

interface Line {
  readonly where: string;
  readonly message: string;
  readonly code?: string;
  readonly count?: number;
}

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const readText = (name: string): string =>
  Buffer.from(bench.files().find((file) => file.where === name)?.bytes ?? '').toString('utf8');
const readLines = (name: string): Line[] =>
  readText(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const find = (where: string, code: string): Line[] =>
  readLines('security.log').filter((line) => line.where === where && line.code === code);

it('keeps main’s lines and security lines through 7,500 reports, refusals and failures', async () => {
  answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
  await until(() => expect(readText('adyton.log')).toContain('Opened'));
  const before = { main: readText('adyton.log'), security: readText('security.log') };
  expect(find('vault.create', 'OK')).toHaveLength(1);
  const message = 'x '.repeat(240);
  for (let count = 0; count < 7_500; count += 1) {
    await bench.call('app.reportFault', { where: `pane ${count}`, message: `${count} ${message}` });
    await bench.send('vault.unlock', '{"password":7}');
    await bench.call('vault.unlock', { password: `Not-the-password-${count}` });
    await bench.call('order.cancel', { orderId: `${count}` });
  }
  // The files begin as before: nothing was rotated away, and what was added is small.
  for (const [name, text] of [
    ['adyton.log', before.main],
    ['security.log', before.security],
  ] as const) {
    expect(readText(name).startsWith(text)).toBe(true);
    expect(readText(name).length - text.length).toBeLessThan(20_000);
  }
  expect(bench.files().filter((file) => file.where.endsWith('.log.1'))).toEqual([]);
  expect(readText('adyton.log')).not.toContain('pane 1');
  expect(readText('security.log')).not.toContain('pane 1');
  expect(readLines('page.log')).toHaveLength(20);
  expect(find('gate', 'schema').at(-1)?.count).toBe(4_096);
  expect(find('vault.unlock', 'BACK_OFF').at(-1)?.count).toBeGreaterThan(4_000);
  await bench.restart();
  expect(readLines('page.log').at(-1)).toMatchObject({ where: 'page reports', count: 7_480 });
});

it('writes keys, passwords, questions and locks, and no secret', async () => {
  answerOf(await bench.call('vault.create', { password: PASSWORD, key: { kind: 'random' } }));
  const key = { kind: 'hex', privateKey: '07'.repeat(32) } as const;
  await bench.call('vault.addSecondKey', { password: 'Not-the-password-1', key });
  answerOf(await bench.call('vault.addSecondKey', { password: PASSWORD, key }));
  bench.agree = false;
  await bench.call('vault.backup', { password: PASSWORD, backupPassword: 'Another-password-7' });
  bench.lockReason('suspend');
  await bench.call('order.cancelAll', { market: null, eventId: null, side: null, column: null, yesPrice: null });
  const lines = readLines('security.log').map(({ where, code }) => `${where}: ${code}`);
  expect(lines).toEqual([
    'vault.create: OK',
    'vault.addSecondKey: WRONG_PASSWORD',
    'question asked: addSecondKey',
    'question agreed: addSecondKey',
    'vault.addSecondKey: OK',
    'question asked: exportKey',
    'question declined: exportKey',
    'vault.backup: CANCELLED',
    'lock of the keys: suspend',
    'order.cancelAll: LOCKED',
  ]);
  expect(readText('security.log')).not.toContain('0707');
  expect(readText('security.log')).not.toContain('assword-7');
});
