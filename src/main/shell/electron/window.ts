/** Makes the one kind of window there is: sandboxed, isolated, without Node; and its data port. */
import type { BrowserWindow, BrowserWindowConstructorOptions, MessagePortMain, WebContents } from 'electron';
import { PORT_CHANNEL } from '#shared/ipc/names.ts';
import type { DataPort } from '../port.ts';
import { type ElectronParts, HOME_URL, PARTITION } from './parts.ts';

export function buildWindowOptions(preloadFile: string, isPackaged: boolean): BrowserWindowConstructorOptions {
  return {
    width: 1600,
    height: 1000,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Adyton',
    backgroundColor: '#0b0e13',
    autoHideMenuBar: true,
    webPreferences: {
      preload: preloadFile,
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
      devTools: !isPackaged,
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

/** Gives every page that finishes loading a data port of its own. */
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

export async function showWindow(
  electron: ElectronParts,
  preloadFile: string,
  prepare: (window: BrowserWindow) => void,
) {
  const window = new electron.BrowserWindow(buildWindowOptions(preloadFile, electron.app.isPackaged));
  prepare(window);
  window.once('ready-to-show', () => window.show());
  await window.loadURL(HOME_URL);
  return window;
}
