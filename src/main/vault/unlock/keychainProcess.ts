/**
 * Keychain process entry: serves one request, under a forked Node and Electron's utilityProcess.
 *
 * Invariants  Loads the addon here only, with the first request. Ends with its channel, by SIGKILL:
 *             a normal exit would wait for a call that never returns.
 * Source      docs/decisions/0012-keychain.md
 */
import { callKeychain, type KeychainAnswer, type KeychainRequest } from './keychainCall.ts';

/** The part of a utilityProcess channel that is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}

const { parentPort } = process as typeof process & { parentPort?: ParentPort };
const end = () => process.kill(process.pid, 'SIGKILL');
const post = (message: KeychainAnswer | { readonly at: 'ready' }) => {
  if (parentPort) parentPort.postMessage(message);
  // Ignore a parent that has exited: 'disconnect' ends this process.
  else process.send?.(message, undefined, undefined, () => {});
};

// With these set, the library would load another file than the installed one.
for (const name of ['NAPI_RS_NATIVE_LIBRARY_PATH', 'NAPI_RS_FORCE_WASI']) delete process.env[name];

async function serve(message: unknown): Promise<void> {
  const answer = await callKeychain(() => import('@napi-rs/keyring'), message as KeychainRequest);
  post(answer);
  if (answer.at === 'done') answer.secret?.fill(0);
}

process.on('disconnect', end);
parentPort?.on('close', end);
if (parentPort) parentPort.on('message', ({ data }) => void serve(data));
else process.on('message', (message) => void serve(message));
post({ at: 'ready' });
