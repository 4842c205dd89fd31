/** Entry of Electron's main process. Not awaited: Electron becomes ready only after this module has run. */
import { openFirstParts } from './app/firstParts.ts';
import { startElectron } from './shell/electron/start.ts';

void startElectron(async (options) => {
  const first = openFirstParts(options.shell, options.network);
  // Read while the exchange starts and the page loads.
  const { openTerminal } = await import('./app/terminal.ts');
  return openTerminal({ ...options, first });
});
