/** Electron's preload: exposes `window.adyton` and passes the data port on. One CommonJS file that requires electron only. */
import { contextBridge, ipcRenderer } from 'electron';
import { INVOKE_CHANNEL, PORT_CHANNEL } from '#shared/ipc/channels.ts';
import { handOverPort, type PageWindow } from './handOver.ts';
import { buildSurface } from './surface.ts';

// A preload runs in a window; its compiler knows Node's globals only.
const page = globalThis as unknown as PageWindow;

contextBridge.exposeInMainWorld(
  'adyton',
  buildSurface((name, text) => ipcRenderer.invoke(INVOKE_CHANNEL, name, text)),
);

ipcRenderer.once(PORT_CHANNEL, (event) => {
  const port = event.ports[0];
  if (port !== undefined) handOverPort(page, port);
});
