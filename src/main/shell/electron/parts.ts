/** The parts of Electron that this shell touches, passed in so that a strict stand-in can check every call. */
import type Electron from 'electron';

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
  | 'session'
  | 'utilityProcess'
>;

export const SCHEME = 'app';
export const ORIGIN = 'app://adyton';
export const HOME_URL = `${ORIGIN}/`;
/** In memory: no cookie, cache or storage of the page reaches the disk. */
export const PARTITION = 'adyton';
