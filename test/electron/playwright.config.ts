/**
 * Specifications that only the real Electron can answer; what either shell can answer is in test/app.
 *
 * Shape       `npm test` runs them where whyNoElectron answers null, and prints elsewhere how many it did not run.
 *             /proc exists on Linux only, so other systems leave the sandbox file out.
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
