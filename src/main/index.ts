/** Entry of Electron's main process. Not awaited: Electron becomes ready only after this module has run. */
import { openEarlyParts } from './app/startEarly.ts';
import { startElectron } from './shell/electron/start.ts';

void startElectron(async ({ checkFile, ...options }) => {
  const first = openEarlyParts(options.shell, options.network);
  // Read while the exchange starts and the page loads.
  const { openTerminal } = await import('./app/terminal.ts');
  const terminal = await openTerminal({ ...options, first });
  if (checkFile !== null) {
    const { checkShell } = await import('./check/checkShell.ts');
    await checkShell(options.shell, checkFile);
    await options.shell.quit();
  }
  return terminal;
});
