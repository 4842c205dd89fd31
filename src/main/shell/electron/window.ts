/** The window: sandboxed, isolated, without Node; and its data port. */
import type { BrowserWindow, BrowserWindowConstructorOptions, MessagePortMain, WebContents } from 'electron';
import { PORT_CHANNEL } from '#shared/ipc/names.ts';
import type { DataPort } from '../port.ts';
import { LEAST_SIZE, type Rectangle, restoreWindow } from '../windowBounds.ts';
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
): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: Math.min(LEAST_SIZE.width, bounds.width),
    minHeight: Math.min(LEAST_SIZE.height, bounds.height),
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

/** Opens a window where the last one was closed; `prepare` runs before the page loads. */
export async function showWindow(
  electron: ElectronParts,
  files: WindowFiles,
  preferences: ShellPreferences,
  isSealed: boolean,
  prepare: (window: BrowserWindow) => void,
) {
  const saved = preferences.readWindow();
  const primary = electron.screen.getPrimaryDisplay();
  const others = electron.screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const { x, y, width, height } = restoreWindow(saved, [primary.workArea, ...others.map(({ workArea }) => workArea)]);
  const window = new electron.BrowserWindow(buildWindowOptions(files, { x, y, width, height }, isSealed));
  prepare(window);
  window.on('close', () => preferences.saveWindow({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  window.once('ready-to-show', () => {
    if (saved?.isMaximized) window.maximize();
    window.show();
  });
  await window.loadURL(HOME_URL);
  return window;
}
