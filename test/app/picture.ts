/** Takes pictures of a specification under way, where `npm run tour` asks for them; otherwise nothing. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';

export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.ADYTON_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}
