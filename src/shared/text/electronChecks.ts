/**
 * Checks of what the program assumes of its shell and its runtime: one declaration each.
 *
 * Shape       `where`: in Electron, in the Chromium shell, or from the Health pane of a running program. The table of
 *             `npm run electron:check`, the list in docs/electron.md and the pane derive from it; main/check has the runs.
 */

import type { CheckLine } from '../ipc/shellChecks.ts';

export type CheckPlace = 'electron' | 'chromium' | 'health';

export interface CheckDeclaration {
  /** What must hold, for a person. */
  readonly what: string;
  /** Where it is documented or decided. */
  readonly source: string;
  readonly where: readonly CheckPlace[];
}

const API = 'https://www.electronjs.org/docs/latest/api';
const TUTORIAL = 'https://www.electronjs.org/docs/latest/tutorial';
const NODE = 'https://nodejs.org/docs/latest-v24.x/api';
const EVERYWHERE = ['electron', 'chromium', 'health'] as const;
const BOTH = ['electron', 'chromium'] as const;
const ELECTRON = ['electron'] as const;
const ELECTRON_AND_HEALTH = ['electron', 'health'] as const;

/** In the order of the report. */
export const ELECTRON_CHECKS = {
  'machine.system': {
    what: 'The system, its session and the versions of the runtime are known',
    source: `${API}/process`,
    where: EVERYWHERE,
  },
  'machine.node': { what: 'The runtime is Node 24 or later', source: 'package.json (engines)', where: EVERYWHERE },
  'machine.electron': {
    what: 'The version of Electron is the one that the program was written for',
    source: 'package.json (devDependencies)',
    where: ELECTRON,
  },
  'machine.user': {
    what: 'The user is not root, for whom Electron has no sandbox',
    source: `${TUTORIAL}/sandbox`,
    where: ELECTRON,
  },
  'machine.variables': {
    what: 'No variable of the environment weakens TLS or starts another program',
    source: `${API}/environment-variables`,
    where: BOTH,
  },
  'machine.fuses': { what: 'The fuses of the binary can be read', source: `${TUTORIAL}/fuses`, where: ELECTRON },
  'machine.instance': {
    what: 'This process holds the single-instance lock',
    source: `${API}/app#apphassingleinstancelock`,
    where: ELECTRON,
  },
  'sandbox.page': {
    what: "The page's process runs under the system's sandbox",
    source: `${TUTORIAL}/sandbox`,
    where: ELECTRON,
  },
  'crypto.gcm': { what: 'AES-256-GCM seals the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.ctr': { what: 'AES-128-CTR encrypts the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.hmac': { what: 'HMAC-SHA256 gives the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.sha256': { what: 'SHA-256 gives the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.hkdf': { what: 'HKDF-SHA256 gives the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.pbkdf2': { what: 'PBKDF2 gives the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.scrypt': { what: 'scrypt gives the known answer', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.p256': {
    what: 'A P-256 key is made, signs and is verified',
    source: `${NODE}/crypto.html`,
    where: EVERYWHERE,
  },
  'crypto.random': { what: 'Random bytes differ from call to call', source: `${NODE}/crypto.html`, where: EVERYWHERE },
  'crypto.secp256k1': {
    what: 'libsecp256k1 signs the known answer and recovers its signer',
    source: 'docs/decisions/0028-native-signatures.md',
    where: EVERYWHERE,
  },
  'crypto.keccak': {
    what: 'Keccak-256 gives the known answer',
    source: 'docs/decisions/0030-keccak.md',
    where: EVERYWHERE,
  },
  'scrypt.thread': {
    what: "The vault's key derivation blocks main for at most 50 ms",
    source: 'docs/decisions/0038-first-start.md',
    where: EVERYWHERE,
  },
  'sqlite.journal': {
    what: 'A database file is written ahead, closed and read again',
    source: `${NODE}/sqlite.html`,
    where: EVERYWHERE,
  },
  'sqlite.lock': {
    what: 'An exclusive transaction keeps a second connection out',
    source: 'docs/security-coverage.md',
    where: EVERYWHERE,
  },
  'sqlite.fts5': { what: 'SQLite has the full-text search FTS5', source: `${NODE}/sqlite.html`, where: EVERYWHERE },
  'zlib.zstd': { what: 'zstd restores what it compressed', source: `${NODE}/zlib.html`, where: EVERYWHERE },
  'page.address': {
    what: 'The page has its own address and is a secure context',
    source: `${API}/protocol`,
    where: BOTH,
  },
  'page.bridge': {
    what: 'The page has the bridge, frozen',
    source: `${API}/context-bridge`,
    where: BOTH,
  },
  'page.isolation': {
    what: 'The page has nothing of Node or Electron beside the bridge',
    source: `${TUTORIAL}/context-isolation`,
    where: BOTH,
  },
  'page.preferences': {
    what: 'The window is sandboxed, isolated and without Node',
    source: `${TUTORIAL}/security`,
    where: ELECTRON,
  },
  'page.policy': {
    what: 'The content policy stops evaluated code and requests to other addresses',
    source: `${TUTORIAL}/security#7-define-a-content-security-policy`,
    where: BOTH,
  },
  'page.permissions': {
    what: 'Place, camera and notifications are refused to the page',
    source: `${API}/session#sessetpermissionrequesthandlerhandler`,
    where: BOTH,
  },
  'page.navigation': {
    what: 'The page cannot leave its address and opens no window',
    source: `${TUTORIAL}/security#13-disable-or-limit-navigation`,
    where: BOTH,
  },
  'window.visible': {
    what: 'The window is visible within 5 s after its page has loaded',
    source: `${API}/browser-window#showing-the-window-gracefully`,
    where: ELECTRON,
  },
  'window.throttling': {
    what: 'A hidden page still answers, and its timers run at least once in 5 s',
    source: 'docs/decisions/0038-first-start.md',
    where: ELECTRON,
  },
  'port.roundTrip': {
    what: '1 MB goes to the page and back unchanged within 5 s',
    source: `${API}/message-channel-main`,
    where: BOTH,
  },
  'child.paper': {
    what: 'The embedded exchange starts, listens and ends when it is asked to quit',
    source: `${API}/utility-process`,
    where: BOTH,
  },
  'child.keychain': {
    what: "The keychain's process starts and ends",
    source: 'docs/decisions/0012-keychain.md',
    where: BOTH,
  },
  'child.dryRun': { what: 'The dry run starts and ends', source: `${API}/utility-process`, where: BOTH },
  'child.failure': {
    what: 'A child that cannot go on ends with an error code',
    source: `${API}/utility-process#event-exit`,
    where: BOTH,
  },
  'child.fatal': {
    what: 'A fatal error of a child is reported and main goes on',
    source: `${API}/utility-process#event-error-experimental`,
    where: BOTH,
  },
  'system.idle': {
    what: 'The system answers whether it is idle or locked',
    source: `${API}/power-monitor#powermonitorgetsystemidlestateidlethreshold`,
    where: ELECTRON_AND_HEALTH,
  },
  'system.lockedHint': {
    what: 'In a session of logind, it answers whether the screen is locked',
    source: 'docs/security-coverage.md',
    where: ELECTRON_AND_HEALTH,
  },
  'system.lockEvents': {
    what: 'Events of sleep, lock and shutdown reach the program',
    source: `${API}/power-monitor`,
    where: ELECTRON,
  },
  'system.notifications': {
    what: 'A test notification is not refused',
    source: `${TUTORIAL}/notifications`,
    where: ELECTRON,
  },
  'trade.firstOrder': {
    what: 'A vault is made, a wallet is set up and a first order is accepted by the embedded exchange',
    source: 'docs/life-of-an-order.md',
    where: BOTH,
  },
  'trade.unlock': {
    what: 'An unlock blocks main for at most 20 ms',
    source: 'docs/decisions/0038-first-start.md',
    where: BOTH,
  },
} as const satisfies Readonly<Record<string, CheckDeclaration>>;

export type CheckId = keyof typeof ELECTRON_CHECKS;

export type CheckLineOf = CheckLine<CheckId>;

/** Ids of the checks of a place, in the order of the report. */
export function listChecks(place: CheckPlace): readonly CheckId[] {
  const all = Object.entries(ELECTRON_CHECKS) as [CheckId, CheckDeclaration][];
  return all.filter(([, { where }]) => where.includes(place)).map(([id]) => id);
}

/** '2 failed of 40', or 'All 40 passed'. */
export function summarizeChecks(lines: readonly Pick<CheckLine, 'verdict'>[]): string {
  const failed = lines.filter(({ verdict }) => verdict === 'failed').length;
  return failed === 0 ? `All ${lines.length} passed` : `${failed} failed of ${lines.length}`;
}

/** Lines as rows to show; what must hold is repeated where it does not. */
export function buildCheckRows(lines: readonly CheckLine[]) {
  return lines.map(({ id, verdict, found }) => {
    const declaration: CheckDeclaration | undefined = Object.hasOwn(ELECTRON_CHECKS, id)
      ? ELECTRON_CHECKS[id as CheckId]
      : undefined;
    return {
      id,
      tone: verdict === 'passed' ? ('good' as const) : ('bad' as const),
      verdict,
      name: declaration?.what ?? id,
      text: found,
      remedy: verdict === 'passed' ? null : `Run npm run electron:check and attach its report to an issue (${id})`,
    };
  });
}
