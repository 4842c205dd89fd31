/** The checks of `npm run electron:check` in the Chromium shell, from their start to their report. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import type { WholeReport } from '../../src/cli/electronCheck/report.ts';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { listChecks } from '../../src/shared/text/electronChecks.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** How long something blocks depends on what else runs on this machine. */
const TIMED = ['scrypt.thread', 'trade.unlock'];

test('each check has a line, all that measure no time pass, and the report names no person and no secret', async () => {
  test.setTimeout(240_000);
  await ensureFreshBuild(root, () => undefined);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-report-'));
  try {
    const out = path.join(folder, 'report.json');
    const args = [
      '--experimental-strip-types',
      path.join(root, 'src/cli/electronCheck.ts'),
      '--shell',
      'chromium',
      '--out',
      out,
    ];
    await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, ADYTON_CANARY: 'a secret of mine' },
    }).catch(
      // A check that measures time may fail here.
      () => undefined,
    );
    const text = await readFile(out, 'utf8');
    const { checks } = JSON.parse(text) as WholeReport;
    expect(checks?.isComplete).toBe(true);
    expect(checks?.lines.map(({ id }) => id)).toEqual(listChecks('chromium'));
    expect(checks?.lines.filter(({ id, verdict }) => verdict === 'failed' && !TIMED.includes(id))).toEqual([]);
    for (const word of ['a secret of mine', 'a vault of the check', os.hostname(), `${os.homedir()}/`, folder]) {
      expect(text).not.toContain(word);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
