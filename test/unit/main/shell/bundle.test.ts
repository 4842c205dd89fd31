import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInside, openBundle, parseAssetName } from '#main/shell/bundle.ts';

const ORIGIN = 'app://adyton';
let base = '';
let root = '';

beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'adyton-bundle-'));
  root = path.join(base, 'renderer');
  await mkdir(path.join(root, 'assets/folder.js'), { recursive: true });
  await mkdir(path.join(base, 'renderer-evil'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html>');
  await writeFile(path.join(root, 'assets/index-abc_1.js'), 'export {};');
  await writeFile(path.join(root, 'assets/inter.woff2'), 'font');
  await writeFile(path.join(root, 'assets/notes.txt'), 'text');
  await writeFile(path.join(root, 'assets/.hidden.js'), 'hidden');
  await writeFile(path.join(base, 'secret.js'), 'secret');
  await writeFile(path.join(base, 'renderer-evil/evil.js'), 'evil');
  await symlink(path.join(base, 'secret.js'), path.join(root, 'assets/link.js'));
  await symlink(path.join(base, 'renderer-evil'), path.join(root, 'evil'));
  await symlink(path.join(root, 'assets/index-abc_1.js'), path.join(root, 'assets/inner.js'));
});

afterAll(() => rm(base, { recursive: true, force: true }));

const served: readonly (readonly [string, string])[] = [
  ['app://adyton/', 'text/html; charset=utf-8'],
  ['app://adyton/index.html', 'text/html; charset=utf-8'],
  ['app://adyton/assets/index-abc_1.js', 'text/javascript; charset=utf-8'],
  ['app://adyton/assets/inter.woff2', 'font/woff2'],
  ['app://adyton/assets/inner.js', 'text/javascript; charset=utf-8'],
];

const refused: readonly (readonly [string, number])[] = [
  ['app://adyton', 404],
  ['app://adyton//', 400],
  ['app://adyton//index.html', 400],
  ['app://adyton/assets//index-abc_1.js', 400],
  ['app://adyton/../secret.js', 400],
  ['app://adyton/assets/../../secret.js', 400],
  ['app://adyton/assets/../index.html', 400],
  ['app://adyton/./index.html', 400],
  ['app://adyton/..', 400],
  ['app://adyton/%2e%2e/secret.js', 400],
  ['app://adyton/%2E%2E/secret.js', 400],
  ['app://adyton/.%2e/secret.js', 400],
  ['app://adyton/..%2fsecret.js', 400],
  ['app://adyton/..%2Fsecret.js', 400],
  ['app://adyton/..%5csecret.js', 400],
  ['app://adyton/..%5Csecret.js', 400],
  ['app://adyton/..\\secret.js', 400],
  ['app://adyton/assets\\index-abc_1.js', 400],
  ['app://adyton/%252e%252e/secret.js', 400],
  ['app://adyton/index.html%00.js', 400],
  ['app://adyton/index.html\0.js', 400],
  ['app://adyton/C:/windows/win.js', 400],
  ['app://adyton/c:\\windows\\win.js', 400],
  ['app://adyton/C%3A/windows/win.js', 400],
  ['app://adyton///server/share/a.js', 400],
  ['app://adyton/\\\\server\\share\\a.js', 400],
  ['app://adyton/file:///etc/hosts.js', 400],
  ['app://adyton/~/a.js', 400],
  ['app://adyton/assets/.hidden.js', 400],
  ['app://adyton/.git/config.json', 400],
  ['app://adyton/index.html?x=1', 400],
  ['app://adyton/index.html#top', 400],
  ['app://adyton/index.html ', 400],
  ['app://adyton/index.html;a', 400],
  ['app://adyton/ａ.js', 400],
  ['app://adyton/assets', 404],
  ['app://adyton/assets/', 400],
  ['app://adyton/assets/folder.js', 404],
  ['app://adyton/assets/notes.txt', 404],
  ['app://adyton/assets/missing.js', 404],
  ['app://adyton/assets/link.js', 404],
  ['app://adyton/evil/evil.js', 404],
  ['app://adyton/renderer-evil/evil.js', 404],
  ['app://evil/index.html', 404],
  ['app://adyton.evil/index.html', 404],
  ['app://evil@adyton/index.html', 404],
  ['app://adyton:80/index.html', 404],
  ['APP://adyton/index.html', 404],
  ['app:adyton/index.html', 404],
  ['file:///etc/passwd', 404],
  ['https://adyton/index.html', 404],
  ['', 404],
];

describe('openBundle', () => {
  it.each(served)('serves %s', async (url, type) => {
    const answer = await openBundle(root, ORIGIN)('GET', url);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body.byteLength).toBeGreaterThan(0);
  });

  it.each(refused)('refuses %j with %i and no body', async (url, status) => {
    const answer = await openBundle(root, ORIGIN)('GET', url);
    expect(answer.status).toBe(status);
    expect(answer.body.byteLength).toBe(0);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(['POST', 'HEAD', 'PUT', 'OPTIONS', 'get', ''])('refuses the method %j', async (method) => {
    expect((await openBundle(root, ORIGIN)(method, 'app://adyton/')).status).toBe(405);
  });

  it('answers 404 when the folder is missing', async () => {
    expect((await openBundle(path.join(base, 'none'), ORIGIN)('GET', 'app://adyton/')).status).toBe(404);
  });
});

describe('isInside', () => {
  it('distinguishes a subfolder from a sibling with the same prefix', () => {
    expect(isInside('/a/renderer', '/a/renderer/x.js')).toBe(true);
    expect(isInside('/a/renderer', '/a/renderer/..x.js')).toBe(true);
    expect(isInside('/a/renderer', '/a/renderer-evil/x.js')).toBe(false);
    expect(isInside('/a/renderer', '/a/renderer')).toBe(false);
    expect(isInside('/a/renderer', '/a')).toBe(false);
  });
});

describe('parseAssetName', () => {
  it('serves its own origin only', () => {
    expect(parseAssetName('GET', 'https://adyton.localhost/a.js', 'https://adyton.localhost')).toEqual({
      kind: 'file',
      relative: 'a.js',
    });
    expect(parseAssetName('GET', 'https://adyton.localhost.evil/a.js', 'https://adyton.localhost').kind).toBe(
      'refused',
    );
  });
});
