/** The Chromium shell's answers to the checks of the shell. */
import { fork } from 'node:child_process';
import type { Page } from 'playwright-core';
import { buildChildEnvironment } from '../environment.ts';
import type { ShellProbe } from '../probe.ts';

const TINY_HEAP = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', '--max-old-space-size=64'];

export function openChromiumProbe(page: () => Page): ShellProbe {
  return {
    platform: process.platform,
    arch: process.arch,
    env: process.env,
    userId: process.getuid?.(),
    get versions() {
      return { ...process.versions, chrome: page().context().browser()?.version() };
    },
    evaluate: (expression) => page().evaluate(expression),
    countPages: () => page().context().pages().length,
    async echo(bytes) {
      const text = await page().evaluate((sent) => sent, Buffer.from(bytes).toString('base64'));
      return new Uint8Array(Buffer.from(text, 'base64'));
    },
    failChild: (file) =>
      new Promise((resolve, reject) => {
        // What V8 prints of a fatal error would look like a fault of this program.
        const child = fork(file, [], {
          env: buildChildEnvironment(process.env),
          execArgv: TINY_HEAP,
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        });
        child.once('error', reject);
        child.once('exit', (exitCode, signal) => resolve({ error: signal, exitCode }));
      }),
    electron: null,
  };
}
