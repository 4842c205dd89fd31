import { expect, it } from 'vitest';
import { parsePaperArguments } from '#paper/arguments.ts';
import { MAX_SEED } from '#shared/ipc/conditionals/dryRun.ts';

it('takes the seeds that the embedded exchange takes', () => {
  expect(parsePaperArguments(['--seed', String(MAX_SEED)]).seed).toBe(MAX_SEED);
  expect(() => parsePaperArguments(['--seed', String(MAX_SEED + 1)])).toThrow('seed');
});
