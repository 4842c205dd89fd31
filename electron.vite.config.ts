/**
 * Builds main, for Electron and for the Chromium shell, its three child processes and its threads as ES modules, each preload as one CommonJS file, and the page.
 *
 * Source      docs/security-coverage.md: a sandboxed preload may require nothing but electron.
 */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { scaledSizes } from './src/cli/dev/scaledSizes.ts';
import { hashSources, writeStamp } from './src/cli/freshBuild.ts';
import { PRELOAD_DEFINES } from './src/cli/preloadDefines.ts';
import { formatBuildId, writeManifest } from './src/main/shell/buildManifest.ts';

/**
 * Packages compiled into main's bundle, which opens faster than many files: these are 320. WebAssembly beside its loader
 * (tiny-secp256k1) and native files (secp256k1, the keychain) stay packages.
 */
const BUNDLED = ['zod', 'viem', '@noble/hashes', '@scure/bip32', '@scure/bip39', 'conf', 'undici', 'ws'];

/** Hashed before the build reads anything: a file that changes meanwhile makes the next start build again. */
const hash = hashSources(import.meta.dirname);

/** The page is built last: with it, everything in out/ is of these sources. */
const stamp = {
  name: 'adyton-stamp',
  async closeBundle() {
    process.stdout.write(`Build ${formatBuildId(writeManifest(import.meta.dirname))}\n`);
    await writeStamp(import.meta.dirname, hash);
  },
};

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { exclude: BUNDLED },
      target: 'node24',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          chromium: 'src/cli/chromium.ts',
          paper: 'src/paper/main.ts',
          keychain: 'src/main/vault/unlock/keychainProcess.ts',
          dryRun: 'src/dryRun/main.ts',
          keystore: 'src/main/vault/keys/keystoreWorker.ts',
          recorder: 'src/main/storage/recording/recorderWorker.ts',
          strength: 'src/main/vault/unlock/strengthWorker.ts',
          export: 'src/main/app/export/exportWorker.ts',
          upgrade: 'src/main/storage/upgrade/upgradeWorker.ts',
          outOfMemory: 'src/main/check/outOfMemory.ts',
        },
        // The driver of the Chromium shell is a development package, and is read from node_modules by `npm start`.
        external: ['playwright-core'],
        // Beside the entries: modules name files of the build relative to themselves.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    define: PRELOAD_DEFINES,
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rollupOptions: {
        input: {
          index: 'src/preload/index.ts',
          page: 'src/preload/chromium/page.ts',
          world: 'src/preload/chromium/world.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), stamp],
    css: { postcss: { plugins: [scaledSizes(path.join(import.meta.dirname, 'src/renderer'))] } },
    build: {
      target: 'chrome140',
      minify: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
