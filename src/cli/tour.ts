/**
 * `npm run tour`: makes the pictures in docs/images while specifications run, so that they show tested behaviour, and in
 * out/panes, to look through, one of every pane at three sizes of a window in dark and light, and those of all other situations.
 *
 *   -- event chart                those of test/app/event.spec.ts and chart.spec.ts alone
 *   -- --pane Orders              every picture of one pane
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseTourArguments, TOURED, type TourArguments } from './tour/arguments.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/images');
const paneFolder = path.join(root, 'out/panes');
const HELP = '--help';
const USAGE = `Usage: npm run tour -- [SPECIFICATION…] [--pane TITLE…]
       npm run tour -- --help
Specifications: ${TOURED.join(', ')}`;

function takePictures({ specifications, panes }: TourArguments): void {
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      // Large pictures take much of a machine: a specification beside another one would wait too long for the exchange.
      '--workers=1',
      ...specifications.map((name) => `test/app/${name}.spec.ts`),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ADYTON_PICTURES: folder,
        ADYTON_PANE_PICTURES: paneFolder,
        ...(panes === null ? {} : { ADYTON_PANES: panes.join(',') }),
      },
    },
  );
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
    if (code === 0) process.stdout.write(`The pictures are in ${folder} and ${paneFolder}\n`);
  });
}

const args = process.argv.slice(2);
try {
  if (args.includes(HELP)) process.stdout.write(`${USAGE}\n`);
  else takePictures(parseTourArguments(args));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 2;
}
