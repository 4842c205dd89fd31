/**
 * A server whose certificate nobody signed, on network `live`, in an environment that asks to believe it.
 *
 * Source      docs/security-coverage.md#r18; the built main on a stand-in: test/app/tls.spec.ts
 */
import { expect, test } from '@playwright/test';
import { openUntrusted } from '../app/untrustedServer.ts';
import { openElectron } from './open.ts';

test('is sent nothing, whatever the environment says', async () => {
  const server = await openUntrusted();
  const { port, certificateFile } = server;
  const open = await openElectron({
    args: ['--base-url', `https://localhost:${port}`, '--ws-base-url', `wss://localhost:${port}`],
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: certificateFile },
  });
  try {
    await expect.poll(() => server.brokenHandshakes()).toBeGreaterThan(3);
    await expect(open.page.getByRole('banner').getByText('LIVE', { exact: true })).toBeVisible();
    expect(server.requests()).toEqual([]);
  } finally {
    await open.close();
    await server.close();
  }
});
