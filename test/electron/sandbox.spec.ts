/**
 * Confinement of each process as Linux reports it. Does not run as root, who has no sandbox.
 *
 * Source      docs/security-coverage.md#r2, #r33
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openElectron } from './open.ts';

const fieldOf = (status: string, name: string): string | undefined =>
  new RegExp(`^${name}:\\s*(\\S+)$`, 'm').exec(status)?.[1];

test("the page's process runs under the system's sandbox, and no memory of any goes into a core dump", async () => {
  const open = await openElectron();
  try {
    const pids = await open.app.evaluate(({ webContents }) => ({
      main: process.pid,
      page: webContents.getAllWebContents().map((contents) => contents.getOSProcessId()),
    }));
    expect(pids.page).toHaveLength(1);
    const status = await readFile(`/proc/${pids.page[0]}/status`, 'utf8');
    expect({ seccomp: fieldOf(status, 'Seccomp'), noNewPrivileges: fieldOf(status, 'NoNewPrivs') }).toEqual({
      seccomp: '2',
      noNewPrivileges: '1',
    });
    expect(await readFile(`/proc/${pids.page[0]}/cmdline`, 'utf8')).not.toContain('--no-sandbox');
    expect((await readFile(`/proc/${pids.main}/coredump_filter`, 'utf8')).trim()).toMatch(/^0+$/);
  } finally {
    await open.close();
  }
});
