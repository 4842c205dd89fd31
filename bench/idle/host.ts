/**
 * The built terminal of one checkout in a process of its own: opens the default workspace and waits.
 *
 * Shape       Arguments: the checkout, the data folder. Messages to the parent: `ready`, then `profile` with the functions that
 *             cost most in the page and in main, where the parent asked for it.
 */
import { Session } from 'node:inspector/promises';
import path from 'node:path';

interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly hitCount?: number;
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
}

const PROFILE_SECONDS = 20;
const [, , root = '.', dataFolder = '.'] = process.argv;
const load = (file: string): Promise<Record<string, unknown>> => import(path.join(root, 'src', file));

/** Names of functions with their share of all samples, the greatest first. */
function listCosts({ nodes }: Profile): readonly string[] {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes) {
    const file = callFrame.url.split('/').at(-1) ?? '';
    const name = `${callFrame.functionName || '(anonymous)'} ${file}:${callFrame.lineNumber}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  return [...hits]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 25)
    .map(([name, count]) => `${((count * 100) / all).toFixed(1)} % ${name}`);
}

const { openTerminal } = await load('main/app/terminal.ts');
const { openBundle } = await load('main/shell/bundle.ts');
const { unpackPackagedBrowser } = await load('main/shell/chromium/packaged.ts');
const { ORIGIN, openChromiumShell } = await load('main/shell/chromium/shell.ts');
const { chooseCacheFolder } = await load('main/shell/folders.ts');
const call = (fn: unknown, ...args: unknown[]) => (fn as (...given: unknown[]) => Promise<never>)(...args);

const say = (): void => {};
const shell = await call(openChromiumShell, {
  browser: await call(unpackPackagedBrowser, await call(chooseCacheFolder), say),
  dataFolder,
  serve: await call(openBundle, path.join(root, 'out/renderer'), ORIGIN),
  preloadFolder: path.join(root, 'out/preload'),
  paperEntry: path.join(root, 'out/main/paper.js'),
  keychainEntry: path.join(root, 'out/main/keychain.js'),
  dryRunEntry: path.join(root, 'out/main/dryRun.js'),
  headless: true,
  report: say,
});
await call(openTerminal, { shell, network: { kind: 'paper', seed: 7 }, version: 'bench' });
const { page: findPage } = shell as { page(): import('@playwright/test').Page };
const page = findPage();
await page.setViewportSize({ width: 1440, height: 900 });

process.on('message', (message) => {
  if (message === 'profile') void profile();
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function profile(): Promise<void> {
  const own = new Session();
  own.connect();
  const pageSession = await page.context().newCDPSession(page);
  await own.post('Profiler.enable');
  await pageSession.send('Profiler.enable');
  await pageSession.send('Performance.enable');
  const before = await readMetrics();
  await page.evaluate(countWork);
  await own.post('Profiler.start');
  await pageSession.send('Profiler.start');
  await new Promise((resolve) => setTimeout(resolve, PROFILE_SECONDS * 1_000));
  const main = await own.post('Profiler.stop');
  const renderer = await pageSession.send('Profiler.stop');
  const after = await readMetrics();
  const counted = await page.evaluate(() => (window as unknown as { counted: Map<string, number> }).counted);
  const perSecond = Object.entries(counted)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 25)
    .map(([name, count]) => `${(count / PROFILE_SECONDS).toFixed(1)}/s ${name}`);
  process.send?.({
    main: listCosts(main.profile as Profile),
    page: listCosts(renderer.profile as unknown as Profile),
    'page, per second': Object.keys(after).map(
      (name) => `${((after[name]! - before[name]!) / PROFILE_SECONDS).toFixed(3)} ${name}`,
    ),
    'changes of the page': perSecond,
  });

  async function readMetrics(): Promise<Record<string, number>> {
    const { metrics } = await pageSession.send('Performance.getMetrics');
    const chosen = [
      'TaskDuration',
      'ScriptDuration',
      'LayoutDuration',
      'RecalcStyleDuration',
      'LayoutCount',
      'RecalcStyleCount',
    ];
    return Object.fromEntries(
      metrics.filter(({ name }) => chosen.includes(name)).map(({ name, value }) => [name, value]),
    );
  }
}

/** Runs in the page: counts changes of elements by their class, screen frames, and drawings by canvas. */
function countWork(): void {
  const counted: Record<string, number> = {};
  Object.assign(window, { counted });
  const count = (name: string): void => {
    counted[name] = (counted[name] ?? 0) + 1;
  };
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const path: string[] = [];
    for (let at = element; at !== null && path.length < 3; at = at.parentElement)
      path.push(`${at.className}`.split(' ')[0] || at.tagName);
    return path.join(' < ');
  };
  new MutationObserver((changes) => {
    for (const { type, target, attributeName } of changes) count(`${type} ${attributeName ?? ''} ${nameOf(target)}`);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => {
    count('requestAnimationFrame');
    return request(callback);
  };
  const proto = CanvasRenderingContext2D.prototype;
  const transform = proto.setTransform;
  proto.setTransform = function set(this: CanvasRenderingContext2D, ...given: never[]) {
    count(`canvas ${nameOf(this.canvas)}`);
    return (transform as (...all: never[]) => void).apply(this, given);
  } as typeof transform;
}
