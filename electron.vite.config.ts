/**
 * Builds main and the embedded exchange as ES modules, each preload as one CommonJS file, and the page.
 *
 * Source      docs/security-coverage.md: a sandboxed preload may require nothing but electron.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** Native code, WebAssembly beside its loader, and browsers cannot travel inside a bundle. */
const EXTERNAL = ['tiny-secp256k1', 'playwright-core', '@sparticuz/chromium', 'conf', 'undici', 'ws'];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { exclude: [] },
      target: 'node24',
      reportCompressedSize: false,
      rollupOptions: {
        input: { index: 'src/main/index.ts', paper: 'src/paper/main.ts' },
        external: EXTERNAL,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      reportCompressedSize: false,
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
    plugins: [react()],
    build: {
      target: 'chrome140',
      minify: true,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
