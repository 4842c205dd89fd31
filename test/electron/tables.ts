/** What the specifications expect of Electron; a test compares it with the program. */

/** Every window's preferences, but for the place of the preload script. */
export const WINDOW_PREFERENCES = {
  partition: 'adyton',
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  disableBlinkFeatures: 'Auxclick',
  spellcheck: false,
  backgroundThrottling: true,
  devTools: true,
} as const;

/** What the page must not find in its own world. */
export const ABSENT_GLOBALS = [
  'require',
  'process',
  'Buffer',
  'module',
  'global',
  'exports',
  'ipcRenderer',
  'electron',
];

/** Features of Electron's Node that vault and trading use, and features that it lacks. A change needs a decision. */
export const NODE_FEATURES: Readonly<Record<string, string>> = {
  'Node’s line': '24',
  scrypt: '32',
  'scrypt with r = 1': 'refused',
  argon2: 'refused',
  'aes-256-gcm': 'true',
  'aes-128-ctr': 'true',
  'chacha20-poly1305': 'refused',
  'P-256': 'true',
  secp256k1: 'false',
  sqlite: '1',
  worker: 'function',
  'web ECDSA on P-256': 'ok',
  WebAssembly: 'object',
};

/** Reads the same table from the Node that it runs in; stands alone, for it is sent to Electron as text. */
export async function readNodeFeatures(): Promise<Record<string, string>> {
  const crypto = process.getBuiltinModule('node:crypto');
  const ask = (read: () => unknown): string => {
    try {
      return String(read());
    } catch {
      return 'refused';
    }
  };
  const stretch = (r: number, p: number): number =>
    crypto.scryptSync('x', 'y', 32, { N: 2 ** 18, r, p, maxmem: 2 ** 30 }).length;
  const argon2 = { message: 'x', nonce: Buffer.alloc(16), parallelism: 1, tagLength: 32, memory: 64, passes: 3 };
  const p256 = { name: 'ECDSA', namedCurve: 'P-256' };
  const seal = () =>
    crypto.createCipheriv('chacha20-poly1305', Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 });
  return {
    'Node’s line': process.versions.node.split('.')[0] ?? '',
    scrypt: ask(() => stretch(8, 1)),
    'scrypt with r = 1': ask(() => stretch(1, 8)),
    argon2: ask(() => crypto.argon2Sync('argon2id', argon2).length),
    'aes-256-gcm': ask(() => crypto.getCiphers().includes('aes-256-gcm')),
    'aes-128-ctr': ask(() => crypto.getCiphers().includes('aes-128-ctr')),
    'chacha20-poly1305': ask(() => typeof seal()),
    'P-256': ask(() => crypto.getCurves().includes('prime256v1')),
    secp256k1: ask(() => crypto.getCurves().includes('secp256k1')),
    sqlite: ask(() => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      return new DatabaseSync(':memory:').prepare('select 1 as one').get()?.one;
    }),
    worker: ask(() => typeof process.getBuiltinModule('node:worker_threads').Worker),
    'web ECDSA on P-256': await crypto.subtle.generateKey(p256, false, ['sign', 'verify']).then(
      () => 'ok',
      () => 'refused',
    ),
    WebAssembly: ask(() => typeof globalThis.WebAssembly),
  };
}
