/** Electron's entry. Not awaited: Electron is ready only after this module has run to its end. */

import { openTerminal } from './app/terminal.ts';
import { startElectron } from './shell/electron/start.ts';

void startElectron(openTerminal);
