/**
 * Keychain process entry: serves one request, under a forked Node and Electron's utilityProcess.
 *
 * Invariants  Loads the addon here only, with the first request. Ends with its parent, by SIGKILL:
 *             a normal exit would wait for a call that never returns.
 * Source      docs/decisions/0012-keychain.md
 */
import { type ChildSide, openParentChannel } from '#shared/base/parentChannel.ts';
import { callKeychain, type KeychainAnswer, type KeychainRequest } from './keychainCall.ts';

// With these set, the library would load another file than the installed one.
for (const name of ['NAPI_RS_NATIVE_LIBRARY_PATH', 'NAPI_RS_FORCE_WASI']) delete process.env[name];

const end = () => process.kill(process.pid, 'SIGKILL');
const parent = openParentChannel(process as ChildSide, end, (message) => void serve(message));
const post = (message: KeychainAnswer | { readonly at: 'ready' }) => parent?.post(message);

async function serve(message: unknown): Promise<void> {
  const answer = await callKeychain(() => import('@napi-rs/keyring'), message as KeychainRequest);
  post(answer);
  if (answer.at === 'done') answer.secret?.fill(0);
}

post({ at: 'ready' });
