import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

it('keeps the modules that a start compiles in its cache folder', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'adyton-compiled-'));
  const urlOf = (file: string): string => JSON.stringify(pathToFileURL(path.join(root, 'src', file)).href);
  const script = `
    const { keepCompiledModules } = await import(${urlOf('cli/compileCache.ts')});
    keepCompiledModules(${JSON.stringify(folder)});
    await import(${urlOf('shared/units/micros.ts')});`;
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--input-type=module'];
  const { NODE_COMPILE_CACHE: _own, NODE_DISABLE_COMPILE_CACHE: _off, ...env } = process.env;
  execFileSync(process.execPath, [...flags, '-e', script], { env });
  const kept = readdirSync(path.join(folder, 'compiled'), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile())).not.toHaveLength(0);
  rmSync(folder, { recursive: true });
});
