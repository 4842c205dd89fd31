/** The launcher on a real terminal, with a stand-in for Electron's binary. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driverArguments, follow, QUITS_SLOWLY, writeStandIn } from '#test/unit/cli/standIns/standIn.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-terminal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('ends Electron once, however often Ctrl-C is pressed, and waits until it has quit', async () => {
  const driver = driverArguments(writeStandIn(folder, QUITS_SLOWLY), folder);
  const press = path.join(import.meta.dirname, 'terminal.py');
  const run = follow(spawn('python3', [press, process.execPath, ...driver], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const output = await run.ended;
  expect(output.match(/quitting after SIGINT/g)).toHaveLength(1);
  expect(output).toContain('saved\n');
  expect(output).toContain('end {"kind":"ended","exitCode":0}');
  expect(output).not.toContain('cut short');
});
