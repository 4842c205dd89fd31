/** End-to-end specifications on the shell that this machine can open: three files at a time, without retries. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/app',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Without it an act or an event that never comes would take the whole time of its test.
  use: { actionTimeout: 60_000 },
  reporter: [['list']],
});
