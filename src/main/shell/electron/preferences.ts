/**
 * Preferences of the Electron shell: the window's bounds, in electron-store.
 *
 * Invariants  The listener that electron-store registers for pages is removed before a page exists.
 * Errors      Content that does not fit the schema is ignored; a failed write leaves the previous content.
 * Source      docs/decisions/0015-product-and-harness.md
 */
import { z } from 'zod';
import type { ElectronParts } from './parts.ts';

/** On this channel electron-store sends the data folder's path to any page. */
const STORE_CHANNEL = 'electron-store-get-data';

/** Any numbers: what fits the present screens is decided when the window opens. */
const WINDOW = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  isMaximized: z.boolean(),
});

export type WindowState = z.infer<typeof WINDOW>;

const PREFERENCES = z.object({ version: z.literal(1), window: WINDOW });

export interface ShellPreferences {
  /** Null before the first save. */
  readWindow(): WindowState | null;
  saveWindow(state: WindowState): void;
}

/** Opens `shell.json` in `folder`, readable by this user alone. */
export function openPreferences({ ipcMain, Store }: ElectronParts, folder: string): ShellPreferences {
  const store = new Store({ cwd: folder, name: 'shell', configFileMode: 0o600, clearInvalidConfig: true });
  ipcMain.removeAllListeners(STORE_CHANNEL);
  return {
    readWindow() {
      const parsed = PREFERENCES.safeParse(store.store);
      return parsed.success ? parsed.data.window : null;
    },
    saveWindow(window) {
      try {
        store.store = { version: 1, window };
      } catch {
        // The next window opens where the last saved one was.
      }
    },
  };
}
