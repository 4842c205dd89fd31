/**
 * Opens the built terminal for a specification: real Electron where it can be opened, else the Chromium shell.
 *
 * Invariants  The same steps run on either shell; each opening has a profile of its own unless one is given.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, expect, type Page } from '@playwright/test';
import { openBuiltShell } from '../../src/cli/builtShell.ts';
import { joinUrlArguments } from '../../src/cli/electronRun.ts';
import { ensureFreshBuild } from '../../src/cli/freshBuild.ts';
import { openTerminal } from '../../src/main/app/terminal.ts';
import type { Shell } from '../../src/main/shell/port.ts';
import type { StartNetwork } from '../../src/main/shell/startOptions.ts';
import type { AppInfo } from '../../src/shared/ipc/contract.ts';
import { whyNoElectron } from '../electron/presence.ts';
import { ACCOUNT_PASSWORD, copyPreparedAccount, unlockAccount } from './preparedAccount.ts';
import { setUpWallet } from './steps.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** The network of an exchange that a specification serves on this machine. */
export const testNetwork = (port: number): StartNetwork => ({
  kind: 'test',
  baseUrl: `http://127.0.0.1:${port}`,
  wsBaseUrl: `ws://127.0.0.1:${port}`,
});

export interface OpenOptions {
  readonly network?: StartNetwork;
  /** Kept when it is given, so that a second opening finds what the first one left. */
  readonly dataFolder?: string;
  /** The terminal opens with an account on paper, unlocked and disarmed: `preparedAccount.ts`. */
  readonly hasAccount?: boolean;
  /** The page is told that it shows this network; what main sends goes where `network` says. Always in the Chromium shell. */
  readonly toldNetwork?: AppInfo['network'];
}

export interface OpenApp {
  readonly shell: 'electron' | 'chromium';
  readonly page: Page;
  readonly dataFolder: string;
  /** Runs `act`, which makes main ask for a confirmation, and answers that. */
  confirming(agree: boolean, act: () => Promise<void>): Promise<void>;
  /** Runs `act`, which makes main open another window, and answers the page of that. */
  openingWindow(act: () => Promise<void>): Promise<Page>;
  /** Pages of all windows, the main one first. */
  pages(): readonly Page[];
  /** Runs `act`, which makes main ask for a file, and chooses this one. */
  choosing(file: string, act: () => Promise<void>): Promise<void>;
  /** Closes the main window as a person does, agrees if asked, and answers what was asked or said; the program ends with it. */
  leave(): Promise<string>;
  close(): Promise<void>;
}

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};
let hasSaid = false;

function announce(words: string): void {
  if (!hasSaid) say(`The specifications run on ${words}`);
  hasSaid = true;
}

function writeArguments(network: StartNetwork): string[] {
  if (network.kind !== 'paper') return ['--base-url', network.baseUrl, '--ws-base-url', network.wsBaseUrl];
  return network.seed === undefined ? [] : ['--seed', `${network.seed}`];
}

async function openInElectron(dataFolder: string, network: StartNetwork): Promise<OpenApp> {
  announce('Electron');
  const app = await _electron.launch({
    args: [root, '--data-dir', dataFolder, ...joinUrlArguments(writeArguments(network))],
    cwd: root,
    chromiumSandbox: true,
  });
  app.process().stderr?.pipe(process.stderr);
  const page = await app.firstWindow();
  await app.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = 'backup.json' } = given.at(-1) as { defaultPath?: string };
      return { canceled: false, filePath: `${folder}/${defaultPath.split(/[\\/]/).at(-1)}` };
    };
  }, dataFolder);
  return {
    shell: 'electron',
    page,
    dataFolder,
    async confirming(agree, act) {
      await app.evaluate(
        ({ dialog }, response) => {
          dialog.showMessageBox = async () => ({ response, checkboxChecked: false });
        },
        agree ? 1 : 0,
      );
      await act();
    },
    async openingWindow(act) {
      const [opened] = await Promise.all([app.waitForEvent('window'), act()]);
      return opened;
    },
    pages: () => app.windows(),
    async choosing(file, act) {
      await app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
      }, file);
      await act();
    },
    async leave() {
      await app.evaluate(({ dialog }) => {
        dialog.showMessageBox = async (...given: unknown[]) => {
          const { message = '', detail = '' } = given.at(-1) as { message?: string; detail?: string };
          process.stderr.write(`Asked: ${message} ${detail.replaceAll('\n', ' ')}\n`);
          return { response: 1, checkboxChecked: false };
        };
      });
      const asked = new Promise<string>((resolve) => {
        let text = '';
        app.process().stderr?.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          const line = /^Asked: (.*)$/m.exec(text);
          if (line !== null) resolve(line[1]!);
        });
      });
      const closed = app.waitForEvent('close');
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
      const [question] = await Promise.all([asked, closed]);
      return question;
    },
    close: () => app.close(),
  };
}

/** The shell, whose pages are told another network than the one that main uses. */
function tellNetwork(shell: Shell, network: AppInfo['network']): Shell {
  return {
    ...shell,
    serveInvokes: (handler) =>
      shell.serveInvokes(async (request) => {
        const text = await handler(request);
        return request.name === 'app.describe' ? text.replace(/"network":"\w+"/, `"network":"${network}"`) : text;
      }),
  };
}

async function openInChromium(
  dataFolder: string,
  network: StartNetwork,
  toldNetwork?: AppInfo['network'],
): Promise<OpenApp> {
  const said: string[] = [];
  const { shell, browserName } = await openBuiltShell(root, dataFolder, say, (line) => said.push(line));
  announce(`the Chromium shell (${browserName})`);
  const told = toldNetwork === undefined ? shell : tellNetwork(shell, toldNetwork);
  const terminal = await openTerminal({ shell: told, network, version: 'test' }).catch(async (error: unknown) => {
    await shell.quit();
    throw error;
  });
  return {
    shell: 'chromium',
    page: shell.page(),
    dataFolder,
    async confirming(agree, act) {
      const [question] = await Promise.all([shell.page().context().waitForEvent('page'), act()]);
      const buttons = question.getByRole('button');
      // The answer closes the window, sometimes before the click is reported as done.
      await (agree ? buttons.last() : buttons.first()).click().catch((error: unknown) => {
        if (!question.isClosed()) throw error;
      });
    },
    async openingWindow(act) {
      const [opened] = await Promise.all([shell.page().context().waitForEvent('page'), act()]);
      return opened;
    },
    pages: () => [
      shell.page(),
      ...shell
        .page()
        .context()
        .pages()
        .filter((one) => one !== shell.page()),
    ],
    async choosing(file, act) {
      const [question] = await Promise.all([shell.page().context().waitForEvent('page'), act()]);
      const field = question.getByLabel('Workspace file');
      await expect(field).toBeEnabled();
      await field.setInputFiles(file);
    },
    async leave() {
      await shell.page().close();
      await shell.closed;
      await terminal.close();
      return said.join('\n');
    },
    async close() {
      await terminal.close();
      await shell.quit();
    },
  };
}

/** Main asks at most three questions a minute: this waits until the next one is possible. */
function paceQuestions(confirming: OpenApp['confirming']): OpenApp['confirming'] {
  const askedAtMs: number[] = [];
  return async (agree, act) => {
    const thirdLastMs = askedAtMs.at(-3) ?? Number.NEGATIVE_INFINITY;
    await expect.poll(() => Date.now() - thirdLastMs, { timeout: 70_000 }).toBeGreaterThan(61_000);
    // Asked at some time during `act`: a minute counts from the end of it at the latest.
    await confirming(agree, act);
    askedAtMs.push(Date.now());
  };
}

async function makeAccount(dataFolder: string): Promise<void> {
  const app = await openApp({ dataFolder });
  try {
    await app.page.getByRole('banner').getByRole('button', { name: 'Set up wallet' }).click();
    await setUpWallet(app.page, ACCOUNT_PASSWORD);
  } finally {
    await app.close();
  }
}

export async function openApp({
  network = { kind: 'paper' },
  dataFolder,
  hasAccount = false,
  toldNetwork,
}: OpenOptions = {}): Promise<OpenApp> {
  await ensureFreshBuild(root, say);
  const folder = dataFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'adyton-app-')));
  if (hasAccount) await copyPreparedAccount(folder, makeAccount);
  const hasElectron = toldNetwork === undefined && (await whyNoElectron(root)) === null;
  const app = await (hasElectron ? openInElectron(folder, network) : openInChromium(folder, network, toldNetwork));
  if (hasAccount) await unlockAccount(app.page);
  return {
    ...app,
    confirming: paceQuestions(app.confirming),
    async close() {
      await app.close();
      if (dataFolder === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
