import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkVectorText } from '../../tools/vectors/checkFile.ts';
import { Row } from '../../tools/vectors/row.ts';

const FILES = [
  'orders_v1',
  'safe_tx',
  'safe_message',
  'hmac',
  'keystore_v3',
  'bip39_44',
  'amounts',
  'p256',
  'position_ids',
] as const;
type FileName = (typeof FILES)[number];
type Path = readonly (string | number)[];
interface Content {
  [key: string]: unknown;
  vectors: Record<string, unknown>[];
}

const folder = join(import.meta.dirname, '../fixtures/vectors');
const read = (name: string): Content => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Content;
const check = (content: unknown) => checkVectorText(JSON.stringify(content));

/** Prose, and values that are wrong on purpose, which an alteration does not correct. */
const EXEMPT = /(^|\.)(i|label|note|source|scheme|peers\.\d+|invalidMnemonics\.\d+|wrongPassword|keystore\.id)$/;

function listLeaves(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, each]) => listLeaves(each, [...path, key]));
}

function withLeaf(content: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(content);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return copy;
}

/** The leaf with one letter or digit replaced by another of its kind. */
function alter(value: unknown, position: number): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  const text = value as string;
  const letter = text[position]!;
  const other = /\d/.test(letter) ? (letter === '7' ? '3' : '7') : letter.toLowerCase() === 'e' ? 'b' : 'e';
  return text.slice(0, position) + other + text.slice(position + 1);
}

/** Positions of digits and letters, without the leading 0x. */
function positionsOf(value: unknown): number[] {
  if (typeof value !== 'string') return [0];
  const start = value.startsWith('0x') ? 2 : 0;
  return [...value].flatMap((letter, index) => (index >= start && /[0-9a-zA-Z]/.test(letter) ? [index] : []));
}

/** The file with only one row, so that a check costs one row. */
function oneRow(content: Content, index: number): Content {
  const { relayer_eth_sign: _a, negative_checkSignatures: _b, invalidMnemonics: _c, ...rest } = content;
  return { ...rest, vectors: [content.vectors[index]!] };
}

/** `step` 1 alters every position of a value, 16 every sixteenth; null: the middle one. */
async function listUndetected(content: unknown, step: number | null): Promise<string[]> {
  const undetected: string[] = [];
  for (const { path, value } of listLeaves(content)) {
    const name = path.join('.');
    const positions = positionsOf(value);
    if (EXEMPT.test(name) || value === null || positions.length === 0) continue;
    const middle = positions[Math.floor(positions.length / 2)]!;
    const chosen = step === null ? [middle] : positions.filter((_, index) => index % step === 0);
    for (const position of chosen) {
      const { failed } = await check(withLeaf(content, path, alter(value, position)));
      if (failed === 0) undetected.push(`${name} at ${position}`);
    }
  }
  return undetected;
}

describe('golden files', () => {
  it.each(FILES)('pass: %s', async (name) => {
    const content = read(name);
    const result = await check(content);
    expect(result.failures).toEqual([]);
    const lists = ['vectors', 'relayer_eth_sign', 'negative_checkSignatures', 'invalidMnemonics'];
    const rows = lists.reduce((sum, key) => sum + ((content[key] as unknown[] | undefined)?.length ?? 0), 0);
    expect(result).toMatchObject({ passed: rows, failed: 0 });
  });

  it.each<FileName>(['orders_v1', 'safe_tx', 'safe_message', 'hmac', 'amounts', 'p256', 'position_ids'])(
    'fail on an altered character anywhere in the header or the first row of %s',
    async (name) => {
      expect(await listUndetected(oneRow(read(name), 0), 1)).toEqual([]);
    },
    120_000,
  );

  it.each<FileName>(['orders_v1', 'safe_tx', 'safe_message', 'hmac', 'amounts', 'p256', 'position_ids'])(
    'compare every field of every further row of %s',
    async (name) => {
      const content = read(name);
      for (let index = 1; index < content.vectors.length; index += 1) {
        expect(await listUndetected({ vectors: [content.vectors[index]!] }, null), `row ${index}`).toEqual([]);
      }
    },
    120_000,
  );

  it('pass the calls of tokens, and compare all of them but the two amounts', async () => {
    const content = read('ctf_calldata');
    expect(await check(content)).toMatchObject({ passed: 1, failed: 0, failures: [] });
    const undetected = await listUndetected(content, 16);
    // The amount of a split and of a merge is one word of their calldata, and nowhere else.
    expect(undetected.filter((name) => !/^(splitPosition|mergePositions)\.data at /.test(name))).toEqual([]);
    expect(undetected).toHaveLength((2 * 64) / 16);
  });

  it('compare every field of a key file and of a phrase', async () => {
    for (const [name, index] of [
      ['keystore_v3', 1],
      ['keystore_v3', 2],
      ['bip39_44', 0],
    ] as const) {
      expect(await listUndetected(oneRow(read(name), index), null), `${name} ${index}`).toEqual([]);
    }
  }, 120_000);

  it('compare every field of the batch and of the refused signatures', async () => {
    const batch = read('safe_tx');
    const relayed = { vectors: [batch.vectors[0]!], relayer_eth_sign: batch.relayer_eth_sign };
    expect(await listUndetected(relayed, null)).toEqual([]);
    const refused = read('safe_message');
    const negatives = { vectors: [refused.vectors[0]!], negative_checkSignatures: refused.negative_checkSignatures };
    expect(await listUndetected(negatives, null)).toEqual([]);
  }, 120_000);
});

describe('negative rows', () => {
  it('fail when an invalid phrase is valid', async () => {
    const content = read('bip39_44');
    const good = content.vectors[0]!.mnemonic;
    expect((await check({ ...oneRow(content, 0), invalidMnemonics: [good] })).failed).toBe(1);
  });

  it('fail when the wrong password opens the key file', async () => {
    const content = oneRow(read('keystore_v3'), 2);
    const row = content.vectors[0]!;
    expect((await check({ ...content, vectors: [{ ...row, wrongPassword: row.password }] })).failed).toBe(1);
  });

  it('fail when a raw order signature would pass', async () => {
    const content = oneRow(read('safe_message'), 0);
    const row = content.vectors[0]!;
    const swapped = { ...row, rawOrderHashSignature_rejected: row.signature };
    expect((await check({ ...content, vectors: [swapped] })).failed).toBe(1);
  });
});

describe('files without checkable rows', () => {
  it.each<[string, unknown]>([
    ['no rows', { ...read('orders_v1'), vectors: [] }],
    ['no list', { typeString: 'x' }],
    ['a row of an unknown kind', { vectors: [{ fee: '1' }] }],
    ['a list instead of an object', []],
    [
      'an empty list of negatives',
      { ...read('bip39_44'), vectors: [read('bip39_44').vectors[0]], invalidMnemonics: [] },
    ],
  ])('fail: %s', async (_title, content) => {
    expect((await check(content)).failed).toBeGreaterThan(0);
  });

  it.each(['fees', 'match_flows', 'known_safe_contracts'])('fail: the unknown kind of %s', async (name) => {
    let text = '{"vectors":[{"rate":"0.02"}]}';
    try {
      text = readFileSync(join(folder, `${name}.json`), 'utf8');
    } catch {
      // Not among the fixtures: a row of an unknown kind replaces it.
    }
    expect((await checkVectorText(text)).failed).toBe(1);
  });

  it('fail on a missing field and on an unknown one', async () => {
    const content = oneRow(read('orders_v1'), 0);
    const { digest: _digest, ...rest } = content.vectors[0]!;
    expect((await check({ ...content, vectors: [content.vectors[0], rest] })).failed).toBe(1);
    expect((await check({ ...content, vectors: [{ ...content.vectors[0], extra: '0x1' }] })).failed).toBe(1);
    expect((await checkVectorText('{')).failed).toBe(1);
  });
});

describe('failures', () => {
  it('name the field and never its value', async () => {
    const content = oneRow(read('orders_v1'), 0);
    const secret = 'deadbeefcafe';
    const row = { ...content.vectors[0], privateKey: secret, order: { maker: secret }, [secret.slice(0, 4)]: secret };
    const { failures } = await check({ ...content, vectors: [row] });
    expect(failures).toContain('vectors[0].privateKey is not 0x and hex digits');
    expect(failures).toContain('vectors[0].order.salt is missing');
    expect(failures).toContain('vectors[0].dead is a field that this check does not know');
    expect(failures.join()).not.toContain(secret);
  });

  it('include fields that the schema allows and no check reads', () => {
    const row = new Row({ read: 1, unread: 2, note: 3, inner: { unread: 4 } }, 'vectors[0]');
    row.expect('read', 1);
    row.row('inner');
    row.finish();
    expect(row.failures).toEqual(['vectors[0].unread is not checked', 'vectors[0].inner.unread is not checked']);
  });
});

describe('the command', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'adyton-vectors-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const entry = join(import.meta.dirname, '../../tools/vectors/main.ts');
  const run = (...paths: string[]): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
      execFile(process.execPath, [...flags, entry, ...paths], (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : 1, output: stdout + stderr });
      });
    });

  it('prints the counts of each file and ends with 0', async () => {
    const result = await run(join(folder, 'hmac.json'), join(folder, 'orders_v1.json'));
    expect(result.output).toMatch(/hmac\.json.*: 19 passed, 0 failed\norders_v1\.json.*: 19 passed, 0 failed\n/);
    expect(result.code).toBe(0);
  });

  it('recognises a renamed file by its contents, and fails on one bad file among good ones', async () => {
    const renamed = join(scratch, 'something.json');
    writeFileSync(renamed, readFileSync(join(folder, 'p256.json')));
    expect(await run(renamed)).toMatchObject({ code: 0 });
    const bad = join(scratch, 'hmac.json');
    writeFileSync(bad, readFileSync(join(folder, 'hmac.json'), 'utf8').replace('ace4452', 'ace4453'));
    const result = await run(renamed, bad);
    expect(result.code).toBe(1);
    expect(result.output).toContain('18 passed, 1 failed');
    expect(result.output).toContain('vectors[0].signature is not what Adyton computes');
  });

  it('fails without files and on a missing file', async () => {
    expect((await run()).code).toBe(1);
    expect((await run(join(scratch, 'absent.json'))).code).toBe(1);
  });
});
