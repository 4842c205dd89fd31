/** An account on a paper exchange that runs as a server of the user's own, network `test`, and its way into the terminal. */
import { request } from 'node:http';
import { expect } from '@playwright/test';
import { addressOf } from '../../src/main/vault/signing/secp256k1.ts';
import { safeOf } from '../../src/paper/server/chain/chain.ts';
import { parseAddress } from '../../src/shared/units/ids.ts';
import type { OpenApp } from './launch.ts';

/** A throw-away key of the specifications. */
const PRIVATE_KEY = `${'5e'.repeat(31)}07`;
/** Its wallet on the embedded exchange. */
export const TEST_SAFE = parseAddress(safeOf(addressOf(Buffer.from(PRIVATE_KEY, 'hex'))));
export const TEST_PASSWORD = 'seven grey herons at dusk';

/** As the exchange's operator: opens an account, or changes one that is there. */
export async function openMember(
  port: number,
  wish: Readonly<Record<string, unknown>>,
): Promise<{ apiKey: string; apiSecret: string }> {
  const body = JSON.stringify(wish);
  // Not `fetch`: it says Sec-Fetch-Mode like a browser, and the exchange refuses browsers.
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`http://127.0.0.1:${port}/operator/members`, { method: 'POST', headers }, async (answer) => {
      let read = '';
      for await (const chunk of answer) read += chunk;
      resolve(read);
    })
      .on('error', reject)
      .end(body);
  });
  const member = JSON.parse(text) as { api_key: string; api_secret: string };
  return { apiKey: member.api_key, apiSecret: member.api_secret };
}

/** Opens the account at `port`, imports its key, connects, signs the calls; each step-up is confirmed outside the page. */
export async function setUpTestWallet(app: OpenApp, port: number): Promise<void> {
  const { apiKey, apiSecret } = await openMember(port, { owner: addressOf(Buffer.from(PRIVATE_KEY, 'hex')) });
  const topBar = app.page.getByRole('banner');
  await topBar.getByRole('button', { name: 'Set up wallet' }).click();
  const dialog = app.page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await dialog.getByLabel('Password again').fill(TEST_PASSWORD);
  await dialog.getByRole('radio', { name: 'Private key' }).click();
  await dialog.getByRole('textbox', { name: 'Private key' }).fill(PRIVATE_KEY);
  await app.confirming(true, () => dialog.getByRole('button', { name: 'Import key' }).click());
  await dialog.getByRole('button', { name: 'I keep this key elsewhere' }).click();
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByLabel('API secret').fill(apiSecret);
  await dialog.getByLabel('Password of the vault').fill(TEST_PASSWORD);
  await app.confirming(true, () => dialog.getByRole('button', { name: 'Connect' }).click());
  await dialog.getByRole('button', { name: /^Continue with/ }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await app.confirming(true, () => dialog.getByRole('button', { name: /^Sign and send/ }).click());
  await expect(dialog.getByText('The wallet is ready')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Start trading' }).click();
  await expect(topBar.getByText('TEST')).toBeVisible();
}
