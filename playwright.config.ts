/** End-to-end specifications on the shell that this machine can open: four files at a time, without retries. */
import { defineConfig } from '@playwright/test';
import { LONG } from './test/app/long.ts';

export default defineConfig({
  testDir: 'test/app',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Many wait, for the pace of main's questions or for a time-out: two cores have room for four.
  workers: 4,
  grepInvert: LONG,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // Without it an act or an event that never comes would take the whole time of its test.
  use: { actionTimeout: 60_000 },
  reporter: [['list']],
});
