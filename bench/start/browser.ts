/** The peer of a start: a process that launches the same browser and loads an empty page. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findInstalledBrowser } from '../../src/main/shell/chromium/browsers.ts';
import { launchBrowser } from '../../src/main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '../../src/main/shell/chromium/packaged.ts';
import { chooseCacheFolder } from '../../src/main/shell/folders.ts';

const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'adyton-start-'));
const report = (): void => undefined;
const browser =
  process.platform === 'linux' ? await unpackPackagedBrowser(chooseCacheFolder(), report) : findInstalledBrowser();
if (browser === null) throw new Error('Expected an installed Chromium, Chrome or Edge, found none');
const { context, close } = await launchBrowser({ browser, dataFolder, headless: true, report });
await context.pages()[0]!.goto('data:text/html,<title>Empty</title>', { waitUntil: 'load' });
process.stdout.write('Loaded\n');
await close();
rmSync(dataFolder, { recursive: true, force: true });
process.exit(0);
