/** Entry of Electron's main process. Not awaited: Electron becomes ready only after this module has run. */
import { openTerminal } from './app/terminal.ts';
import { startElectron } from './shell/electron/start.ts';

void startElectron(openTerminal);
