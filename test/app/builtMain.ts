/**
 * Runs the built main of the product, `out/main/index.js`, in plain Node on the strict stand-in for Electron.
 *
 * Shape       Its arguments are the program's own words; it ends with its standard input.
 */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFakeElectron } from '../unit/main/shell/electron/strictElectron.ts';

const root = path.resolve(import.meta.dirname, '../..');
const URL_OF_PARTS = 'stand-in:electron';
const { app, electron } = makeFakeElectron();
Object.assign(app, { getAppPath: () => root, getVersion: () => 'test' });
// electron-store registers a listener, which the shell removes.
Object.assign(electron.ipcMain, { on: () => electron.ipcMain });
Object.assign(globalThis, { electronParts: electron });

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: URL_OF_PARTS, format: 'module', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === URL_OF_PARTS
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export const { ${Object.keys(electron).join(', ')} } = globalThis.electronParts;\nexport default globalThis.electronParts;`,
        }
      : next(url, context),
});

process.argv.splice(1, 1, root);
process.stdin.on('end', () => process.exit(0)).resume();
await import(pathToFileURL(path.join(root, 'out/main/index.js')).href);
