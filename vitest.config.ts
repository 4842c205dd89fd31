import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { whyNoChain } from './test/chain/presence.ts';
import { findMissingDisplayProgram } from './test/display/programs.ts';
import { findMissingProgram } from './test/keychain/programs.ts';

interface ProjectOptions {
  readonly exclude?: string[];
  readonly testTimeout?: number;
  /**
   * False: files share a worker and its modules, which saves two thirds of their time. Such files replace no module
   * and restore every global; test/arch checks that.
   */
  readonly isolate?: boolean;
}

const project = (name: string, include: string[], options: ProjectOptions = {}) => ({
  test: {
    name,
    include,
    exclude: options.exclude ?? [],
    environment: 'node' as const,
    pool: options.isolate === false ? ('threads' as const) : ('forks' as const),
    isolate: options.isolate ?? true,
    testTimeout: options.testTimeout ?? 60_000,
    hookTimeout: 60_000,
    // A condition is awaited for as long as a busy machine may need; a test about time states its own limit.
    expect: { poll: { timeout: 20_000 } },
  },
});

const SCRYPT = ['test/unit/**/*.scrypt.test.ts', 'test/security/keyDerivation.test.ts'];
const KILL = ['test/security/killed.test.ts', 'test/security/killedBudgets.test.ts'];

export default defineConfig({
  test: {
    // Vitest leaves one core free; on two cores that halves the speed. Some files wait for timers and other programs.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      project('arch', ['test/arch/**/*.test.ts'], { isolate: false }),
      project('unit', ['test/unit/**/*.test.{ts,tsx}'], { exclude: SCRYPT, isolate: false }),
      // Key derivation with the parameters of the product: seconds of one core each.
      project('scrypt', SCRYPT),
      project('property', ['test/property/**/*.test.ts'], { isolate: false }),
      project('vectors', ['test/vectors/**/*.test.ts']),
      project('venue', ['test/venue/**/*.test.ts']),
      project('slice', ['test/slice/**/*.test.ts']),
      project('security', ['test/security/**/*.test.ts'], { exclude: [...SCRYPT, ...KILL] }),
      // Hundreds of processes, each killed while it saves.
      project('kill', KILL),
      // Two processes on one scaled clock, on which a busy machine is a fault of its own: `npm test` runs it alone.
      project('chaos', ['test/chaos/**/*.test.ts'], { testTimeout: 300_000 }),
      // Included only where Xvfb and a browser are installed: `npm test` prints what is missing.
      ...(findMissingDisplayProgram() === null ? [project('display', ['test/display/**/*.test.ts'])] : []),
      // Included only where anvil has a binary for the system: `npm test` prints that it is not.
      ...(whyNoChain() === null ? [project('chain', ['test/chain/**/*.test.ts'])] : []),
      // Included only where the system's keychain can be started: `npm test` prints why it is not.
      ...(findMissingProgram() === null ? [project('keychain', ['test/keychain/**/*.test.ts'])] : []),
    ],
  },
});
