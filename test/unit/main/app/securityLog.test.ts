import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSecurityLog, type SecurityLog } from '#main/app/securityLog.ts';
import { type AnyHandler, buildHandlers, handlerOf } from '#main/ipc/anyHandler.ts';
import { COMMAND_NAMES, COMMANDS } from '#shared/ipc/commands.ts';
import { fail, succeed } from '#shared/ipc/result.ts';

const PASSWORD_COMMANDS = COMMAND_NAMES.filter((name) => {
  const schema: object = COMMANDS[name].input;
  return 'shape' in schema && 'password' in (schema.shape as object);
});
/** What they undo needed the password. */
const UNDOING = ['exit.disablePanicFlatten', 'conditional.revokeExits', 'vault.removeKey'] as const;

let folder: string;
let log: SecurityLog;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-security-'));
  log = openSecurityLog(folder, () => 5);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const readLines = (): { readonly where: string; readonly code: string }[] =>
  readFileSync(log.path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function call(name: (typeof COMMAND_NAMES)[number], handler: AnyHandler): Promise<void> {
  await handlerOf(log.watch(buildHandlers(() => handler)), name)({ password: 'hunter2' }, { window: 1 });
}

it.each([...PASSWORD_COMMANDS, ...UNDOING])('writes that %s succeeded, without its input', async (name) => {
  await call(name, async () => succeed(null));
  expect(readLines()).toMatchObject([{ where: name, code: 'OK' }]);
  expect(readFileSync(log.path, 'utf8')).not.toContain('hunter2');
});

it('writes a wrong password of any command', async () => {
  await call('wallet.setup', async () => fail('WRONG_PASSWORD', { of: 'vault' }));
  expect(readLines()).toMatchObject([{ where: 'wallet.setup', code: 'WRONG_PASSWORD' }]);
});

it('writes nothing of an ordinary command', async () => {
  log.noteRefusal('schema');
  await call('order.place', async () => succeed(null));
  expect(readLines()).toMatchObject([{ where: 'gate', code: 'schema' }]);
});
