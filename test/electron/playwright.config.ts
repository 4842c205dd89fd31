/**
 * Specifications that only the real Electron can answer; what either shell can answer is in test/app.
 *
 * Shape       `npm test` runs them where whyNoElectron finds nothing against it, and says how many it did not run elsewhere.
 *             /proc tells of a sandbox on Linux only, so that file is left out on other systems.
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: process.platform === 'linux' ? [] : ['sandbox.spec.ts'],
  outputDir: '../../test-results/electron',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
});
