/** Parts of Electron that this shell uses, passed in so that tests can pass a strict fake. */
import type Electron from 'electron';
import type ElectronStore from 'electron-store';

export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'MessageChannelMain'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'utilityProcess'
> & { readonly Store: typeof ElectronStore };

export const SCHEME = 'app';
export const ORIGIN = 'app://adyton';
export const HOME_URL = `${ORIGIN}/`;
/** In memory: no cookie, cache or storage of the page is written to disk. */
export const PARTITION = 'adyton';
