/** End-to-end specifications: one at a time, no second chances, on whichever shell this machine has. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/app',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
});
