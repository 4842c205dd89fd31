/** Electron's entry. Not awaited: Electron is ready only after this module has run to its end. */
import { startElectron } from './shell/electron/start.ts';
import { openTerminal } from './terminal.ts';

void startElectron(openTerminal);
