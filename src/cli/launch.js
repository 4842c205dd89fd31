/**
 * Entry of `npm start`: keeps compiled modules from start to start.
 *
 * Shape       JavaScript, because Node would remove types from it before the cache is open, which takes longer than all else up
 *             to the launch of the browser. Child processes get the folder from here.
 * Invariants  Node uses an entry for the very same source only. A build removes the folder, so that it does not grow.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.resolve(import.meta.dirname, '../../out/compiled'));
await import('./start.ts');
