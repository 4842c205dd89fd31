/**
 * `npm run check`: format, compilers, architecture, and the unit tests that a change since main can affect.
 *
 * Shape       `npm run check -- --all` runs every unit test.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compilerParts, lintPart, root, runStages, vitestPart } from './parts.ts';

/** The commit where this branch left main; null outside a clone. */
function findMergeBase(): string | null {
  for (const main of ['origin/main', 'main']) {
    try {
      const stdio = ['ignore', 'pipe', 'ignore'] as const;
      return execFileSync('git', ['merge-base', 'HEAD', main], {
        cwd: root,
        encoding: 'utf8',
        stdio: [...stdio],
      }).trim();
    } catch {
      // No such branch, or no git.
    }
  }
  return null;
}

const base = process.argv.includes('--all') ? null : findMergeBase();
const reports = await mkdtemp(path.join(os.tmpdir(), 'adyton-check-'));
const unit = vitestPart('unit', reports, [
  '--project',
  'unit',
  ...(base === null ? [] : ['--changed', base, '--passWithNoTests']),
]);
const { passed, failed } = await runStages([
  [lintPart, ...compilerParts, vitestPart('architecture', reports, ['--project', 'arch'])],
  [{ ...unit, mayBeEmpty: base !== null }],
]);
await rm(reports, { recursive: true, force: true });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
