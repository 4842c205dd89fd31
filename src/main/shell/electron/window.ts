/** A window: sandboxed, isolated, without Node; and its data port. */
import type { BrowserWindow, BrowserWindowConstructorOptions, MessagePortMain, WebContents } from 'electron';
import type { Rectangle } from '#shared/base/rectangle.ts';
import { PORT_CHANNEL } from '#shared/ipc/channels.ts';
import type { DataPort, WindowRequest } from '../port.ts';
import { fitWindow, WINDOW_SIZES, type WindowKind } from '../windowBounds.ts';
import { type ElectronParts, HOME_URL, PARTITION } from './parts.ts';
import type { ShellPreferences } from './preferences.ts';

export interface WindowFiles {
  readonly preload: string;
  /** PNG; macOS and packages on Windows use the icon of the program instead. */
  readonly icon: string;
}

export function buildWindowOptions(
  files: WindowFiles,
  bounds: Rectangle,
  isSealed: boolean,
  kind: WindowKind,
): BrowserWindowConstructorOptions {
  const { least } = WINDOW_SIZES[kind];
  return {
    ...bounds,
    minWidth: Math.min(least.width, bounds.width),
    minHeight: Math.min(least.height, bounds.height),
    show: false,
    title: 'Adyton',
    icon: files.icon,
    backgroundColor: '#0b0e13',
    autoHideMenuBar: true,
    webPreferences: {
      preload: files.preload,
      partition: PARTITION,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
      // A hidden page draws once a second (renderer/feed/frameRequests.ts): docs/decisions/0038-first-start.md
      backgroundThrottling: true,
      devTools: !isSealed,
    },
  };
}

function wrapPort(port: MessagePortMain): DataPort {
  port.start();
  return {
    post: (frame) => port.postMessage(frame),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
    },
    onClose: (listener) => {
      port.on('close', listener);
    },
  };
}

/** Opens a new data port for each page that has loaded. */
export function serveDataPorts(electron: ElectronParts, contents: WebContents, onPort: (port: DataPort) => void): void {
  let last: MessagePortMain | null = null;
  contents.on('did-finish-load', () => {
    last?.close();
    const { port1, port2 } = new electron.MessageChannelMain();
    last = port1;
    contents.postMessage(PORT_CHANNEL, null, [port2]);
    onPort(wrapPort(port1));
  });
}

/** On Wayland `ready-to-show` may never come for a window that is not shown: it is shown this long after the page has loaded, in ms. */
const REVEAL_AFTER_MS = 300;

/** Shows the window once: when it has drawn, or soon after its page has loaded. The answer is for the second. */
function revealOnce(window: BrowserWindow, isMaximized: boolean): () => void {
  let isRevealed = false;
  const reveal = (): void => {
    if (isRevealed || window.isDestroyed()) return;
    isRevealed = true;
    if (isMaximized) window.maximize();
    window.show();
  };
  window.once('ready-to-show', reveal);
  return () => void setTimeout(reveal, REVEAL_AFTER_MS);
}

/**
 * Opens the main window where it was closed, another one at its bounds, as far as the present screens allow; `prepare` runs before
 * the page loads. Called after Electron is ready: before that there are no screens.
 */
export async function showWindow(
  electron: ElectronParts,
  files: WindowFiles,
  preferences: ShellPreferences,
  isSealed: boolean,
  { kind, bounds }: WindowRequest,
  prepare: (window: BrowserWindow) => void,
) {
  const main = kind === 'main' ? preferences.readWindow() : null;
  const saved = main ?? bounds;
  const primary = electron.screen.getPrimaryDisplay();
  const others = electron.screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const areas = [primary.workArea, ...others.map(({ workArea }) => workArea)];
  const open = electron.BrowserWindow.getAllWindows().map((one) => one.getNormalBounds());
  const window = new electron.BrowserWindow(
    buildWindowOptions(files, fitWindow(saved, areas, kind, open), isSealed, kind),
  );
  prepare(window);
  if (kind === 'main') {
    window.on('close', () =>
      preferences.saveWindow({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }),
    );
  }
  const revealSoon = revealOnce(window, main?.isMaximized ?? false);
  try {
    await window.loadURL(HOME_URL);
  } catch (error) {
    // A window that nobody sees would keep the program running.
    if (!window.isDestroyed()) window.destroy();
    throw error;
  }
  revealSoon();
  return window;
}
