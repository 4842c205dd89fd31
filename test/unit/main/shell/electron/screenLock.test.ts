import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLockedHint } from '#main/shell/electron/screenLock.ts';

describe.skipIf(process.platform === 'win32')('openLockedHint', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-hint-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A stand-in for loginctl. */
  async function answer(script: string, env: Record<string, string> = {}) {
    const file = path.join(folder, 'loginctl');
    await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return openLockedHint(env, [path.join(folder, 'missing'), file])();
  }

  it.each([
    ['echo yes', true],
    ['echo no', false],
    ['echo; exit 0', null],
    ['echo yes; exit 1', null],
  ])('takes the answer of `%s` for %s', async (script, hint) => {
    expect(await answer(script)).toBe(hint);
  });

  it("asks for this session's hint alone", async () => {
    const script = 'test "$*" = "show-session 7 --property=LockedHint --value" && echo yes';
    expect(await answer(script, { XDG_SESSION_ID: '7' })).toBe(true);
    expect(await answer(script.replace(' 7 ', ' auto '))).toBe(true);
  });

  it('knows nothing where logind is not installed', async () => {
    expect(await openLockedHint({}, [path.join(folder, 'missing')])()).toBeNull();
  });
});
