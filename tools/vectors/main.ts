/** `npm run vectors -- FILE…`: checks golden-vector files against the product's own code; exit code 1 when anything fails. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { checkVectorText, type FileResult } from './checkFile.ts';

const USAGE = 'Usage: npm run vectors -- FILE…';

/** Failures printed per file. */
const MAX_FAILURES = 20;

async function checkFile(path: string): Promise<FileResult> {
  try {
    return await checkVectorText(await readFile(path, 'utf8'));
  } catch {
    return { kind: null, passed: 0, failed: 1, failures: ['The file cannot be read'] };
  }
}

async function main(paths: readonly string[]): Promise<number> {
  if (paths.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const wrong = paths.find((path) => path.startsWith('-'));
  if (paths.length === 0 || wrong !== undefined) {
    console.error(`Expected files, found ${wrong ?? 'none'}`);
    console.error(USAGE);
    return 2;
  }
  let code = 0;
  for (const path of paths) {
    const { kind, passed, failed, failures } = await checkFile(path);
    console.log(`${basename(path)}${kind === null ? '' : ` (${kind})`}: ${passed} passed, ${failed} failed`);
    for (const failure of failures.slice(0, MAX_FAILURES)) console.log(`  ${failure}`);
    if (failures.length > MAX_FAILURES) console.log(`  and ${failures.length - MAX_FAILURES} more`);
    if (failed > 0 || passed === 0) code = 1;
  }
  return code;
}

process.exitCode = await main(process.argv.slice(2));
