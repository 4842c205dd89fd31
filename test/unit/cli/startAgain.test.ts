/** A command that is started with variables that Node reads first runs again without them. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const MODULE = path.join(import.meta.dirname, '../../../src/cli/startAgain.ts');
/** Prints what it got; asks a server for nothing, with a key in the headers. */
const PROGRAM = `
import http from 'node:http';
const { startAgain } = await import(${JSON.stringify(MODULE)});
const again = await startAgain();
if (again !== null) process.exit(again);
await new Promise((done) => http.get('http://127.0.0.1:9', { headers: { 'x-auth-apikey': 'KEY-OF-MINE' } }).on('error', done));
process.stdout.write(JSON.stringify([process.env.NODE_OPTIONS ?? null, process.env.NODE_DEBUG ?? null, process.env.KEPT]));
process.exit(7);`;

function run(env: Readonly<Record<string, string>>): Promise<{ code: number | null; out: string; printed: string }> {
  const args = ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', PROGRAM];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, cwd: path.dirname(MODULE) });
  let out = '';
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, printed }));
  });
}

it('prints no header with a key under NODE_DEBUG, runs no module of NODE_OPTIONS, and answers the exit code', async () => {
  const { code, out, printed } = await run({
    NODE_OPTIONS: '--trace-uncaught',
    NODE_DEBUG: 'http,net',
    KEPT: 'yes',
  });
  expect([code, out]).toEqual([7, '[null,null,"yes"]']);
  expect(printed).toContain('without NODE_OPTIONS, NODE_DEBUG');
  expect(printed).not.toContain('KEY-OF-MINE');
});

it('runs at once where there is nothing to remove', async () => {
  const { code, printed } = await run({ KEPT: 'yes' });
  expect([code, printed]).toEqual([7, '']);
});
