/**
 * Compiled modules, kept from start to start: most of the time until the window opens is compiling.
 *
 * Invariants  The folder is inside the program's private cache, as the unpacked browser is. Node uses an entry for the very same
 *             source only.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

/** Keeps what is compiled from now on in `cacheFolder`; without a way to write there, nothing is kept. */
export function keepCompiledModules(cacheFolder: string): void {
  enableCompileCache(path.join(cacheFolder, 'compiled'));
}
