import path from 'node:path';
import { expect, it } from 'vitest';
import { checkPackages } from '../../../src/cli/missingPackages.ts';

it('accepts a clone with every package', () => {
  expect(() => checkPackages(path.resolve(import.meta.dirname, '../../..'))).not.toThrow();
});

it('names what a clone without development packages lacks, and the command that installs it', () => {
  const exists = (folder: string) => !/playwright-core|electron-vite/.test(folder);
  expect(() => checkPackages('/clone', exists)).toThrow(/electron-vite, playwright-core\.\n {2}npm ci/);
});
