/** Golden HMACs: canonical message and signature of private requests. */
import { openApiSigner } from '#main/vault/keys/apiSecret.ts';
import { buildAuthMessage } from '#wire/auth/message.ts';
import type { VectorKind } from './kind.ts';
import type { Row } from './row.ts';

const encode = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

export const hmacKind: VectorKind = {
  name: 'HMAC',
  marks: ['canonical', 'canonicalHex', 'nonce'],
  checkHeader(header) {
    header.prose('scheme');
    if (header.has('barong_published_example')) checkPublished(header.row('barong_published_example'));
  },
  groups: [{ key: 'vectors', check: checkHmac }],
};

/** The example signs nonce and key alone. */
function checkPublished(row: Row): void {
  row.expect('message', 'nonce+apiKey');
  const signer = openApiSigner(encode(row.text('secret')));
  const signature = signer.sign(`${row.text('nonce')}${row.text('apiKey')}`);
  row.expect('computed', signature);
  row.expect('published', signature);
  row.expect('match', true);
  row.finish();
}

function checkHmac(row: Row): void {
  const body = row.text('body');
  const message = buildAuthMessage({
    nonce: row.text('nonce'),
    apiKey: row.text('apiKey'),
    method: row.text('method'),
    target: row.text('path'),
    body,
  });
  row.expect('bodyHex', hexOf(body));
  row.expect('canonical', message);
  row.expect('canonicalHex', hexOf(message));
  row.expect('signature', openApiSigner(encode(row.text('secret'))).sign(message));
}
