/**
 * Entry of the keychain's own process, under a forked Node and under Electron's utilityProcess alike: one request, one answer.
 *
 * Invariants  The addon is loaded here alone and not before it is asked. The process ends when its channel does, by force:
 *             a leave-taking would wait for a call that a silent keychain never returns from.
 * Source      docs/decisions/0012-keychain.md
 */
import { callKeychain, type KeychainAnswer, type KeychainRequest } from './keychainCall.ts';

/** The channel of a utilityProcess, as far as it is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}

const { parentPort } = process as typeof process & { parentPort?: ParentPort };
const end = () => process.kill(process.pid, 'SIGKILL');
const post = (message: KeychainAnswer | { readonly at: 'ready' }) => {
  if (parentPort) parentPort.postMessage(message);
  // A parent that has gone is no error: 'disconnect' ends this process.
  else process.send?.(message, undefined, undefined, () => {});
};

// They would have the library load another file than the one that was installed.
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
