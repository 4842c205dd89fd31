/**
 * `npm run tour`: makes the pictures in docs/images while specifications run, so that they show tested behaviour, and in
 * out/panes, to look through, one of every pane at three sizes of a window in dark and light, and those of all other situations.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/images');
const paneFolder = path.join(root, 'out/panes');

const child = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    // Large pictures take much of a machine: a specification beside another one would wait too long for the exchange.
    '--workers=1',
    'test/app/trade.spec.ts',
    'test/app/instances.spec.ts',
    'test/app/custody.spec.ts',
    'test/app/money.spec.ts',
    'test/app/exits.spec.ts',
    'test/app/risk.spec.ts',
    'test/app/results.spec.ts',
    'test/app/palette.spec.ts',
    'test/app/hotkeys.spec.ts',
    'test/app/settings.spec.ts',
    'test/app/help.spec.ts',
    'test/app/fits.spec.ts',
    'test/app/account.spec.ts',
    'test/app/alerts.spec.ts',
    'test/app/bookAndTape.spec.ts',
    'test/app/chart.spec.ts',
    'test/app/conditionals.spec.ts',
    'test/app/depth.spec.ts',
    'test/app/drills.spec.ts',
    'test/app/equity.spec.ts',
    'test/app/event.spec.ts',
    'test/app/firstRun.spec.ts',
    'test/app/ladder.spec.ts',
    'test/app/market.spec.ts',
    'test/app/markets.spec.ts',
    'test/app/windows.spec.ts',
    'test/app/workspaces.spec.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ADYTON_PICTURES: folder, ADYTON_PANE_PICTURES: paneFolder } },
);
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
  if (code === 0) process.stdout.write(`The pictures are in ${folder} and ${paneFolder}\n`);
});
