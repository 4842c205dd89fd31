/** Kills while orders are sent: the budgets on disk are never less than what the exchange counted. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPaperSetup } from '#test/venue/paperMember.ts';

const SPENDER = join(import.meta.dirname, 'budgetSpender.ts');
const KILLS = 5;

/** Runs a spender and kills it `afterMs` after it was ready, or when its budget is used up; what it printed. */
function runAndKill(args: readonly string[], afterMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', SPENDER, ...args]);
    let output = '';
    let errors = '';
    let isSet = false;
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/full|429/.test(output)) child.kill('SIGKILL');
      else if (!isSet) {
        isSet = true;
        if (Number.isFinite(afterMs)) setTimeout(() => child.kill('SIGKILL'), afterMs);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(output.split('\n').filter(Boolean));
      else reject(new Error(`Expected a killed process, found ${signal}: ${errors.slice(0, 500)}`));
    });
  });
}

it.each(['journal', 'settings'])(
  `meets no 429 of the exchange's real limits after ${KILLS} kills at random moments, counted in the %s`,
  async (counted) => {
    const setup = await openPaperSetup();
    const folder = mkdtempSync(join(tmpdir(), 'adyton-budgets-'));
    const { urls, exchange, apiKey, apiSecret } = setup;
    const args = [folder, urls.baseUrl, urls.wsBaseUrl, exchange.token ?? '', apiKey, apiSecret, counted];
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        expect(await runAndKill(args, Math.random() * 40)).not.toContain('429');
      }
      // The last one uses up what is left: its own budget refuses before the exchange does.
      expect((await runAndKill(args, Number.POSITIVE_INFINITY)).at(-1)).toBe('full');
    } finally {
      await setup.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
