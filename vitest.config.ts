import { defineConfig } from 'vitest/config';
import { findMissingProgram } from './test/keychain/programs.ts';

const project = (name: string, include: string[], testTimeout = 30_000) => ({
  test: {
    name,
    include,
    environment: 'node' as const,
    testTimeout,
    hookTimeout: 30_000,
    // A condition is waited for as long as a busy machine may need; a test that is about time says its own.
    expect: { poll: { timeout: 10_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      project('arch', ['test/arch/**/*.test.ts'], 30_000),
      project('unit', ['test/unit/**/*.test.ts', 'test/unit/**/*.test.tsx']),
      project('property', ['test/property/**/*.test.ts'], 60_000),
      project('vectors', ['test/vectors/**/*.test.ts'], 60_000),
      project('venue', ['test/venue/**/*.test.ts'], 30_000),
      project('slice', ['test/slice/**/*.test.ts'], 60_000),
      project('security', ['test/security/**/*.test.ts'], 60_000),
      // Not there, not run: `npm test` says so.
      ...(findMissingProgram() === null ? [project('keychain', ['test/keychain/**/*.test.ts'], 60_000)] : []),
    ],
  },
});
