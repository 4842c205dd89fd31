/** Compares every import of src with the table, and the files of test/unit with the sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Expression, parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { APART, BANS, DOORS, LARGE_FOLDERS, MAX_FILES, MIRRORED, MODULES } from './modules.ts';

const ROOT = normalize(join(dirname(fileURLToPath(import.meta.url)), '../..'));
const SRC = join(ROOT, 'src');

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function startsWithPath(path: string, prefix: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
}

function moduleOf(path: string): string | null {
  const modules = Object.keys(MODULES).filter((module) => startsWithPath(path, module));
  return modules.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Paths under src (`a/b.ts`) or package names that a file imports, by parsing, so that strings and comments don't count. */
function importsOf(path: string, text: string): { target: string; isPackage: boolean }[] {
  const parsed = parseSync(path, text);
  const sources: string[] = [];
  for (const item of parsed.module.staticImports) sources.push(item.moduleRequest.value);
  for (const item of parsed.module.staticExports) {
    for (const entry of item.entries) if (entry.moduleRequest) sources.push(entry.moduleRequest.value);
  }
  for (const item of parsed.module.dynamicImports) {
    const source = text.slice(item.moduleRequest.start, item.moduleRequest.end).trim();
    if (/^['"`]/.test(source)) sources.push(source.slice(1, -1));
  }
  return sources.map((source) => {
    if (source.startsWith('#')) return { target: source.slice(1).split('?')[0]!, isPackage: false };
    if (source.startsWith('.')) {
      return { target: join(dirname(path), source.split('?')[0]!).split(sep).join('/'), isPackage: false };
    }
    if (source.startsWith('node:')) return { target: 'node', isPackage: true };
    return {
      target: source
        .split('/')
        .slice(0, source.startsWith('@') ? 2 : 1)
        .join('/'),
      isPackage: true,
    };
  });
}

/** Every offence of one file against the table, as a sentence. */
function checkFile(path: string, text: string): string[] {
  const name = moduleOf(path);
  const module = name === null ? undefined : MODULES[name];
  if (name === null || !module) return [`${path} is in no module of the table`];
  const offences: string[] = [];
  for (const { target, isPackage } of importsOf(path, text)) {
    if (isPackage) {
      if (!module.packages.includes(target)) {
        offences.push(`${path} may not import the package ${target}; ${name} may use [${module.packages.join(', ')}]`);
      }
      continue;
    }
    if (target.endsWith('.css')) continue;
    const own = startsWithPath(target, name) && moduleOf(target) === name;
    const apart = APART.find((folder) => startsWithPath(path, folder) && startsWithPath(target, folder));
    if (apart) {
      const pane = (place: string): string => place.slice(apart.length + 1).split('/')[0]!;
      if (pane(path) !== pane(target)) offences.push(`${path} may not import ${target}; panes do not know each other`);
      continue;
    }
    if (!own && !module.may.some((prefix) => startsWithPath(target, prefix))) {
      offences.push(`${path} may not import ${target}; ${name} may import [${module.may.join(', ')}]`);
    }
  }
  return offences;
}

/** Doors of each folder as paths under src. */
const ROOMS = new Map(
  Object.entries(DOORS).map(([folder, names]) => [
    folder,
    new Set(names.map((name) => normalize(join(folder, name)).split(sep).join('/'))),
  ]),
);

/** The folder with doors that a file is in, or null; a door beside its folder counts as in it. */
function roomOf(path: string): string | null {
  let found: string | null = null;
  for (const [folder, doors] of ROOMS) {
    if ((doors.has(path) || startsWithPath(path, folder)) && folder.length > (found?.length ?? 0)) found = folder;
  }
  return found;
}

/** Imports of one file that pass by a door. */
function findPassedDoors(path: string, text: string): string[] {
  return importsOf(path, text).flatMap(({ target, isPackage }) => {
    const room = isPackage || target.endsWith('.css') ? null : roomOf(target);
    if (room === null || ROOMS.get(room)!.has(target) || roomOf(path) === room || startsWithPath(path, room)) return [];
    return [`${path} may not import ${target}; the doors of ${room} are ${[...ROOMS.get(room)!].join(', ')}`];
  });
}

/** Groups of files that import each other, by Tarjan's algorithm, as sorted text. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) circles.push(group.sort().join(', '));
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

/** Source with comments and the contents of strings blanked, so that a ban reads code alone. */
function codeOf(path: string, text: string): string {
  let code = text;
  for (const comment of parseSync(path, text).comments) {
    code = code.slice(0, comment.start) + ' '.repeat(comment.end - comment.start) + code.slice(comment.end);
  }
  return code;
}

const files = listFiles(SRC);
const sources = new Map(files.map((path) => [path, readFileSync(join(SRC, path), 'utf8')]));

describe('modules', () => {
  it('finds the sources', () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it('import only what the table allows', () => {
    expect(files.flatMap((path) => checkFile(path, sources.get(path)!))).toEqual([]);
  });

  it('has no circle of imports, types included', () => {
    const graph = new Map(
      [...sources].map(([path, text]) => [
        path,
        importsOf(path, text).flatMap(({ target, isPackage }) => (isPackage || !sources.has(target) ? [] : [target])),
      ]),
    );
    expect(findCircles(graph)).toEqual([]);
    expect(
      findCircles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
          ['d', ['a']],
        ]),
      ),
    ).toEqual(['a, b, c']);
  });

  it('keeps every ban', () => {
    const offences: string[] = [];
    for (const [path, text] of sources) {
      const code = codeOf(path, text);
      for (const ban of BANS) {
        if (!ban.within.some((prefix) => startsWithPath(path, prefix))) continue;
        if (ban.except.some((prefix) => startsWithPath(path, prefix))) continue;
        const line = code.split('\n').findIndex((row) => ban.pattern.test(row));
        if (line >= 0) offences.push(`${path}:${line + 1} has ${ban.what}`);
      }
    }
    expect(offences).toEqual([]);
  });

  it('names a forbidden import in a sentence', () => {
    expect(checkFile('main/vault/sign.ts', "import { place } from '#main/trading/orders/place.ts';\n")).toEqual([
      'main/vault/sign.ts may not import main/trading/orders/place.ts; main/vault may import [shared/base, shared/units, shared/order, shared/ipc/accounts.ts, shared/ipc/custody.ts, shared/ipc/errors.ts, wire/auth, wire/eip712, wire/messages/placement.ts]',
    ]);
    expect(checkFile('renderer/panes/tape/View.tsx', "import x from '../ladder/model.ts';\n")).toHaveLength(1);
    expect(checkFile('main/trading/orders/place.ts', "import { net } from 'electron';\n")).toHaveLength(1);
    expect(checkFile('main/trading/orders/place.ts', "export * from '#wire/messages/order.ts';\n")).toHaveLength(1);
    expect(checkFile('attic/box.ts', '')).toEqual(['attic/box.ts is in no module of the table']);
  });
});

describe('doors', () => {
  it('are the only files of their folders that others import', () => {
    expect(files.flatMap((path) => findPassedDoors(path, sources.get(path)!))).toEqual([]);
  });

  it('finds an import that passes by a door, and lets the folder and its door import freely', () => {
    const line = "import { orderCommands } from '#shared/ipc/commands/orders.ts';\n";
    expect(findPassedDoors('main/app/trader.ts', line)).toEqual([
      'main/app/trader.ts may not import shared/ipc/commands/orders.ts; the doors of shared/ipc/commands are shared/ipc/commands.ts',
    ]);
    expect(findPassedDoors('shared/ipc/commands.ts', line)).toEqual([]);
    expect(findPassedDoors('shared/ipc/commands/exits.ts', line)).toEqual([]);
  });

  it('are files that others import', () => {
    const outside = new Set(
      [...sources].flatMap(([path, text]) =>
        importsOf(path, text).flatMap(({ target }) => (roomOf(target) === roomOf(path) ? [] : [target])),
      ),
    );
    const unused = [...ROOMS.values()].flatMap((doors) => [...doors].filter((door) => !outside.has(door)));
    expect(unused).toEqual([]);
  });
});

describe('folders', () => {
  it(`hold at most ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const large = [...counts].filter(
      ([folder, count]) => count > MAX_FILES && !LARGE_FOLDERS.some((prefix) => startsWithPath(folder, prefix)),
    );
    expect(large).toEqual([]);
  });
});

describe('tests mirror sources', () => {
  const tests = listFiles(join(ROOT, 'test/unit'));
  /** Path of the source that a test is of: `a/b.test.ts`, or `a/b.topic.test.ts` where a file has several. */
  const sourceOf = (path: string): string => path.replace(/(\.\w+)?\.test\.tsx?$/, '');

  it('has a source for every unit test', () => {
    const orphans = tests
      .filter((path) => /\.test\.tsx?$/.test(path))
      .filter((path) => {
        const stem = sourceOf(path);
        return !sources.has(`${stem}.ts`) && !sources.has(`${stem}.tsx`);
      });
    expect(orphans).toEqual([]);
  });

  it('has a unit test for every file of the modules that handle money, behind a door through the door', () => {
    const held = new Set(tests.map(sourceOf));
    const bare = files.filter((path) => {
      if (!MIRRORED.some((module) => startsWithPath(path, module))) return false;
      const room = roomOf(path);
      if (room !== null && !ROOMS.get(room)!.has(path)) return false;
      return !held.has(path.replace(/\.tsx?$/, '')) && !hasNoBehaviour(path, sources.get(path)!);
    });
    expect(bare).toEqual([]);
  });
});

it('needs no test of types, constants and labels, and does of anything that computes', () => {
  const plain = ['export const MOST = 32;', `export const A = { b: 'One text', c: (d: string) => \`Text of \${d}\` };`];
  expect(plain.every((text) => hasNoBehaviour('x.ts', text))).toBe(true);
  const computing = [
    'export const A = 2 * B;',
    'export function f() {}',
    `export const A = (b: number) => \`\${b * 2}\`;`,
    'export const A = { b: (c: string) => c.trim() };',
  ];
  expect(computing.filter((text) => hasNoBehaviour('x.ts', text))).toEqual([]);
});

describe('unit tests share their workers', () => {
  const texts = listFiles(join(ROOT, 'test/unit')).map(
    (path) => [path, readFileSync(join(ROOT, 'test/unit', path), 'utf8')] as const,
  );

  it('replaces no module', () => {
    expect(texts.filter(([, text]) => /\bvi\.(mock|doMock)\(/.test(text)).map(([path]) => path)).toEqual([]);
  });

  it.each([
    ['globals', /\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
    ['environment variables', /\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
    ['timers', /\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
    ['methods', /\bvi\.spyOn\(/, /\bmockRestore\(|\bvi\.restoreAllMocks\(/],
  ])('restores the %s that it replaces', (_what, replaces, restores) => {
    const open = texts.filter(([, text]) => replaces.test(text) && !restores.test(text));
    expect(open.map(([path]) => path)).toEqual([]);
  });
});

/** A file of types has nothing to run, so nothing to test. */
/** True for a file of types, numbers, texts and labels: nothing in it has a behaviour to test. */
function hasNoBehaviour(path: string, text: string): boolean {
  return parseSync(path, text).program.body.every((node) => {
    if (node.type === 'ExportNamedDeclaration') {
      const { declaration } = node;
      if (node.exportKind === 'type' || declaration === null) return true;
      return declaration.type === 'VariableDeclaration' && declaration.declarations.every(({ init }) => isPlain(init));
    }
    return ['ImportDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(node.type);
  });
}

/** A literal, a template of names, or an object of such values and of functions that only fill in a template. */
function isPlain(node: Expression | null): boolean {
  if (node === null) return false;
  if (node.type === 'Literal') return true;
  if (node.type === 'TemplateLiteral') return node.expressions.every(({ type }) => type === 'Identifier');
  if (node.type === 'TSAsExpression') return isPlain(node.expression);
  if (node.type === 'ArrowFunctionExpression') {
    return node.body.type === 'TemplateLiteral' && isPlain(node.body);
  }
  return (
    node.type === 'ObjectExpression' &&
    node.properties.every((property) => property.type === 'Property' && !property.computed && isPlain(property.value))
  );
}
