/** *HMAC*: the signature of a private request of 400 bytes. */
import { createHmac, createSecretKey } from 'node:crypto';
import { bothWays, checkSame, compareAll, timed } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { API_SECRET } from '../order/values.ts';
import type { Measured } from '../row.ts';
import type { Size } from './size.ts';

const BYTES = 400;
const texts = Array.from({ length: 64 }, (_, at) => String(at).padStart(BYTES, 'order '));

/** As clob-client does it: the key is imported for every request. */
async function signByWebCrypto(text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(API_SECRET), algorithm, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text))).toString('hex');
}

export async function measureHmac(size: Size): Promise<Measured[]> {
  const exchange = await openBenchExchange();
  const { vault, close } = await openAdyton({ port: exchange.port, isOnDisk: false });
  const { sign } = vault.credentials()!;
  const key = createSecretKey(Buffer.from(API_SECRET, 'utf8'));
  const signByKeyObject = (text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex');
  for (const text of texts) {
    checkSame('HMAC', sign(text), await signByWebCrypto(text));
    checkSame('HMAC', sign(text), signByKeyObject(text));
  }
  let turn = 0;
  const next = (): string => {
    turn += 1;
    return texts[turn % texts.length]!;
  };
  try {
    const contenders = [
      { name: 'adyton', run: timed(() => sign(next())) },
      { name: 'Web Crypto, import and sign', run: timed(() => signByWebCrypto(next())) },
      { name: 'cached KeyObject (the floor)', run: timed(() => signByKeyObject(next())) },
    ];
    return await compareAll(bothWays(`HMAC of ${BYTES} bytes`, contenders, size.small));
  } finally {
    await close();
    exchange.close();
  }
}
