/**
 * Text of files and of the page that is kept: cleaned or refused before it is stored, and too deep is refused in words.
 *
 * Source      docs/security-coverage.md#r62
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatExportedWorkspace } from '#main/storage/workspaces/exportedWorkspace.ts';
import { buildWorkspace } from '#main/storage/workspaces/workspacesFile.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, PASSWORD } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const DECEPTIVE = 'safe\u202ekcatta\u0007\u200b';
const DEEP = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
const stored = (): string =>
  bench
    .files()
    .map((file) => Buffer.from(file.bytes).toString('utf8'))
    .join('\n');
const importText = (text: string) => {
  bench.chosen = { kind: 'text', text };
  return bench.call('workspace.import', { panes: ['ladder'] });
};

it('stores the name of an imported workspace as a reader sees it', async () => {
  const text = formatExportedWorkspace(buildWorkspace('w1', { name: DECEPTIVE, arrangement: 'market' }));
  const { name } = answerOf(await importText(text));
  expect(name).toBe(String.raw`safe\u202ekcatta\u0007`);
  expect(stored()).not.toContain('\u202e');
});

it('stores the text of a template as a reader sees it, and no watchlist or account with such a name', async () => {
  answerOf(await bench.call('preferences.save', { change: { templates: [{ id: 1, text: DECEPTIVE }] } }));
  const lists = [{ name: DECEPTIVE, markets: [] }];
  expect(await bench.call('watchlists.save', { lists })).toMatchObject({ error: { code: 'BAD_INPUT' } });
  expect(stored()).not.toContain('\u202e');
  expect(stored()).toContain('kcatta');
});

it('refuses a file of 5,000 levels in words: a workspace and a key file', async () => {
  const workspace = await importText(DEEP);
  expect(workspace).toMatchObject({ error: { code: 'BAD_INPUT', parameters: { fault: 'tooDeep' } } });
  if (!workspace.ok) expect(formatBridgeError(workspace.error)).toMatch(/nested deeper than 103 levels/);
  for (const json of [DEEP, `{"version":3,"crypto":${DEEP}}`]) {
    const key = { kind: 'keystore', json, keystorePassword: 'password' } as const;
    expect(await bench.call('vault.create', { password: PASSWORD, key })).toMatchObject({ error: { code: 'BAD_KEY' } });
  }
});

it('keeps no layout of a page that could not be exported again', async () => {
  const json = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  expect(await bench.call('layout.save', { workspace: 'w1', json })).toMatchObject({
    error: { code: 'BAD_INPUT', parameters: { reason: 'layout' } },
  });
});
