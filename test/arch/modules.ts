/**
 * The import table as data: what each module may import, which packages it may use, and what is banned where.
 *
 * Shape       A module is the longest matching prefix of a path under src; `may` lists prefixes of modules.
 * Source      docs/map.md, whose table map.test.ts compares with this one.
 */
export interface Module {
  /** Prefixes of src that this module may import besides itself. */
  readonly may: readonly string[];
  /** npm packages, and 'node' for Node's own modules. */
  readonly packages: readonly string[];
}

const SHARED = [
  'shared/base',
  'shared/units',
  'shared/market',
  'shared/order',
  'shared/alerts',
  'shared/ipc',
  'shared/text',
  'shared/recording',
];

export const MODULES: Readonly<Record<string, Module>> = {
  'shared/base': { may: [], packages: [] },
  'shared/units': { may: ['shared/base'], packages: [] },
  'shared/market': { may: ['shared/base', 'shared/units'], packages: [] },
  'shared/order': { may: ['shared/base', 'shared/units', 'shared/market'], packages: [] },
  'shared/alerts': { may: ['shared/base', 'shared/units', 'shared/market', 'shared/order'], packages: [] },
  'shared/ipc': {
    may: ['shared/base', 'shared/units', 'shared/market', 'shared/order', 'shared/alerts'],
    packages: ['zod'],
  },
  'shared/text': {
    may: ['shared/base', 'shared/units', 'shared/market', 'shared/order', 'shared/alerts', 'shared/ipc'],
    packages: [],
  },
  'shared/recording': {
    may: ['shared/base', 'shared/units', 'shared/market', 'shared/order', 'shared/ipc'],
    packages: [],
  },
  'wire/messages': { may: ['shared/base', 'shared/units', 'shared/market', 'shared/order'], packages: [] },
  'wire/auth': { may: ['wire/messages'], packages: [] },
  'wire/eip712': { may: ['shared/base', 'shared/units', 'shared/order'], packages: ['@noble/hashes'] },
  // The composition root: modules joined, commands served.
  'main/app': { may: ['main', 'shared', 'wire'], packages: ['node'] },
  'main/index.ts': { may: ['main', 'shared'], packages: ['node'] },
  // What the program assumes of its shell and its runtime: it uses both as the program does.
  'main/check': {
    may: ['shared/text', 'shared/ipc/shellChecks.ts', 'main/shell', 'main/vault', 'wire/eip712'],
    packages: ['node'],
  },
  'main/shell': { may: ['shared/base', 'shared/units', 'shared/ipc', 'shared/text'], packages: ['node'] },
  'main/shell/electron': {
    may: ['shared/base', 'shared/ipc', 'shared/text', 'main/shell'],
    packages: ['node', 'electron', 'electron-store', 'zod'],
  },
  'main/shell/chromium': {
    may: ['shared/base', 'shared/ipc', 'shared/text', 'main/shell'],
    packages: ['node', 'playwright-core', '@sparticuz/chromium'],
  },
  'main/venue': { may: [...SHARED, 'wire/messages', 'wire/auth'], packages: ['node', 'undici', 'ws', 'zod'] },
  'main/vault': {
    may: [
      'shared/base',
      'shared/units',
      'shared/order',
      'shared/ipc/accounts.ts',
      'shared/ipc/custody.ts',
      'shared/ipc/errors.ts',
      'wire/auth',
      'wire/eip712',
      'wire/messages/placement.ts',
    ],
    packages: [
      'node',
      'zod',
      'secp256k1',
      'tiny-secp256k1',
      '@napi-rs/keyring',
      '@noble/hashes',
      '@scure/bip39',
      '@scure/bip32',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
    ],
  },
  'main/market': { may: ['shared/base', 'shared/units', 'shared/market', 'shared/ipc'], packages: [] },
  'main/trading': { may: SHARED, packages: [] },
  'main/alerts': { may: SHARED, packages: [] },
  'main/wallet': { may: [...SHARED, 'wire/messages', 'wire/eip712'], packages: ['viem', 'zod'] },
  'main/storage': { may: SHARED, packages: ['node', 'conf', 'zod'] },
  'main/ipc': { may: ['shared/base', 'shared/ipc', 'main/shell/port.ts'], packages: [] },
  paper: {
    may: ['shared/base', 'shared/units', 'shared/market', 'wire/messages'],
    packages: ['node', 'ws', 'zod', 'secp256k1', '@bitauth/libauth', '@noble/hashes'],
  },
  // The only module beside the commands that knows both sides: the member's machine and the simulated exchange.
  dryRun: { may: [...SHARED, 'main/trading/conditionals', 'paper/engine', 'paper/simulation'], packages: ['node'] },
  // The local chain is a developer's program: the command loads it, the embedded exchange knows a port.
  cli: { may: ['main', 'paper', 'wire', 'shared', 'cli/dev', '../tools/chain'], packages: ['node'] },
  'cli/dev': { may: ['main/shell'], packages: ['node', 'vite', '@vitejs/plugin-react'] },
  preload: { may: ['shared/ipc'], packages: ['electron'] },
  'renderer/main.tsx': {
    may: ['renderer'],
    packages: [
      'react-dom',
      'react',
      'dockview-react',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  // react-dom: changes that a screen frame brings are rendered within it.
  'renderer/feed': { may: SHARED, packages: ['react', 'react-dom'] },
  'renderer/act': {
    may: ['shared/base', 'shared/units', 'shared/order', 'shared/ipc', 'shared/market', 'shared/text'],
    packages: ['react', 'zustand'],
  },
  'renderer/ui': {
    may: [
      'shared/base',
      'shared/units',
      'shared/text',
      'shared/ipc/errors.ts',
      'shared/ipc/preferences.ts',
      'renderer/domain/keys/actions.ts',
      'renderer/domain/keys/keys.ts',
      'renderer/domain/noticeFacts.ts',
      'renderer/feed/pageClock.ts',
    ],
    packages: [
      'react',
      'zustand',
      'lucide-react',
      '@base-ui/react',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
    ],
  },
  // The sounds are part of the bundle, so that no policy has to let the page fetch them.
  'renderer/domain': {
    may: [...SHARED, 'renderer/feed', 'renderer/act', '../resources/sounds'],
    packages: ['react', 'zustand'],
  },
  'renderer/tablePane': {
    may: [...SHARED, 'renderer/feed', 'renderer/domain', 'renderer/ui'],
    packages: ['react', 'zustand', 'lucide-react'],
  },
  'renderer/panes': {
    may: [...SHARED, 'renderer/feed', 'renderer/act', 'renderer/domain', 'renderer/ui', 'renderer/tablePane'],
    packages: ['react', 'lightweight-charts', 'recharts', 'lucide-react'],
  },
  'renderer/shell': {
    may: [...SHARED, 'renderer/feed', 'renderer/act', 'renderer/domain', 'renderer/ui'],
    packages: ['react', 'dockview-react', 'lucide-react', '@base-ui/react'],
  },
};

/** Modules in which every folder is a module of its own that no sibling may import. */
export const APART = ['renderer/panes'];

export interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  readonly within: readonly string[];
  readonly except: readonly string[];
}

const PURE = ['shared', 'wire', 'main/market', 'main/trading', 'paper/engine'];

export const BANS: readonly Ban[] = [
  { what: 'Date.now: the clock comes in as an argument', pattern: /\bDate\.now\b/, within: PURE, except: [] },
  {
    what: 'new Date(: times are numbers of a named clock',
    pattern: /\bnew Date\(/,
    within: PURE,
    except: ['shared/units/time.ts'],
  },
  { what: 'Math.random: randomness comes in as an argument', pattern: /\bMath\.random\b/, within: PURE, except: [] },
  {
    what: 'a timer: waiting comes in as an argument',
    pattern: /(?<![.\w])(setTimeout|setInterval|setImmediate|queueMicrotask)\(/,
    within: PURE,
    except: [],
  },
  {
    what: 'a float conversion outside shared/units',
    pattern: /\bparseFloat\(|(?<![\w.])Number\(|\.toFixed\(/,
    within: [''],
    except: ['shared/units'],
  },
  {
    what: 'console. outside the log',
    pattern: /\bconsole\./,
    within: ['shared', 'wire', 'main', 'paper', 'renderer', 'preload'],
    except: ['main/storage/log.ts'],
  },
  {
    what: 'a transcendental function: not bit-equal across runtimes',
    pattern: /\bMath\.(exp|expm1|log|log2|log10|log1p|pow|sin|cos|tan|sinh|cosh|tanh|cbrt|hypot)\b/,
    within: ['paper'],
    except: [],
  },
  {
    what: 'a switch that weakens the browser',
    pattern: /disable-web-security|ignore-certificate-errors/,
    within: ['main'],
    except: ['main/shell/electron/prepare.ts'],
  },
];

/** Modules whose every source file has a test in test/unit, except the files behind a door. */
export const MIRRORED = ['shared', 'wire', 'main/vault', 'main/trading'];

/**
 * Doors: the files of a folder that others import, by path from that folder. A folder that is not listed is open.
 * See docs/decisions/0044-commands-and-doors.md.
 */
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  'shared/alerts/kinds': ['../kinds.ts'],
  'shared/ipc/commands': ['../commands.ts'],
  'shared/recording': ['block.ts', 'replayState.ts', 'record.ts', 'recordingError.ts'],
  'main/app/commands': ['commands.ts', 'serveCurrent.ts'],
  'main/app/export': ['exportThread.ts', 'tradeExport.ts'],
  'main/shell/chromium': ['browsers.ts', 'launch.ts', 'packaged.ts', 'shell.ts'],
  'main/shell/electron': ['start.ts'],
  'main/storage/recording': ['recorder.ts', 'recordingReader.ts', 'storeThread.ts'],
  'main/storage/settings': [
    'custodyMemory.ts',
    'legacySettings.ts',
    'protectedFile.ts',
    'protectedSettings.ts',
    'settings.ts',
  ],
  'main/trading/account': [
    'accountStatus.ts',
    'accountWatch.ts',
    'directionProof.ts',
    'driftWatch.ts',
    'portfolio.ts',
    'privateStream.ts',
  ],
  'main/trading/conditionals': [
    'conditionalView.ts',
    'conditionals.ts',
    'conditionalsApi.ts',
    'noConditionals.ts',
    'ports.ts',
    'requestBudget.ts',
    'watched.ts',
  ],
  'main/trading/exits': ['exitPlanner.ts', 'exits.ts', 'interruptedExits.ts', 'preparedExits.ts'],
  'main/trading/orders': [
    'cancel.ts',
    'history.ts',
    'lostOrderChoice.ts',
    'move.ts',
    'openOrders.ts',
    'orderReads.ts',
    'orderReceipt.ts',
    'orderRecord.ts',
    'orders.ts',
    'place.ts',
    'placerApi.ts',
    'postOutcome.ts',
    'reconcile.ts',
    'restore.ts',
  ],
  'main/vault/prepared': ['preparedVault.ts'],
  'main/vault/unlock': [
    'attemptLimiter.ts',
    'keychain.ts',
    'keychainUnlock.ts',
    'lockController.ts',
    'passwordPolicy.ts',
    'unlockVault.ts',
    'unlockedVault.ts',
  ],
  'renderer/panes/chart/lines': ['Lines.tsx', 'PriceMenu.tsx', 'levels.ts'],
  'renderer/panes/chart/plot': [
    'barLines.ts',
    'bars.ts',
    'horizontalLines.ts',
    'indicators.ts',
    'lineSet.ts',
    'marks.ts',
    'plot.ts',
    'usePlot.ts',
  ],
  'renderer/panes/ladder/canvas': [
    'attributes.ts',
    'draw.ts',
    'layout.ts',
    'picture.ts',
    'scroll.ts',
    'texts.ts',
    'viewport.ts',
  ],
  'renderer/shell/accounts': ['AccountDialogs.tsx', 'AccountMenu.tsx'],
  'renderer/shell/dock': [
    'Dock.tsx',
    'PaneMenu.tsx',
    'PanesMenu.tsx',
    'arrangements.ts',
    'defaultLayout.ts',
    'dockPanels.ts',
  ],
  'renderer/shell/dryRun': ['DryRunDialog.tsx'],
  'renderer/shell/exports': ['ExportDialog.tsx'],
  'renderer/shell/palette': ['Palette.tsx'],
  'renderer/shell/wizard': ['KeyFields.tsx', 'SecondKeyForm.tsx', 'Wizard.tsx', 'useKeyEntry.ts'],
  'renderer/ui/table': ['ColumnChecks.tsx', 'DataTable.tsx', 'TableFoot.tsx', 'tableColumns.ts', 'tableSort.ts'],
};

/** Files that a folder may hold; the wire has a parser for each resource, the others are simulations and clients of the whole. */
export const MAX_FILES = 24;
export const LARGE_FOLDERS = ['wire', 'main/vault', 'main/venue', 'paper'];
