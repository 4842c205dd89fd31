/** Command lines: --help prints the usage and succeeds; a wrong option says which, prints the usage and fails with 2. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };

/** The file that a script of package.json runs. */
const entryOf = (name: string): string => (name === 'start' ? 'src/cli/start.ts' : scripts[name]!.split(' ').at(-1)!);

function run(name: string, option: string) {
  const node = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', entryOf(name), option];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}`, stdout };
}

describe.each(['start', 'paper', 'doctor', 'vectors', 'recording'])('npm run %s', (name) => {
  const usage = new RegExp(`npm (run )?${name}`);

  it('prints its usage for --help', () => {
    const { status, stdout } = run(name, '--help');
    expect(stdout).toMatch(usage);
    expect(status).toBe(0);
  });

  it('names a wrong option and prints its usage', () => {
    const { status, text } = run(name, '--colour');
    expect(text).toContain('--colour');
    expect(text).toMatch(usage);
    expect(status).toBe(2);
  });
});
