/** `npm run specs:long`: the specifications that `npm test` leaves out. */
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';
import { LONG } from './long.ts';

const { grepInvert: _, ...rest } = base;

export default defineConfig({ ...rest, testDir: '.', outputDir: '../../test-results', grep: LONG });
