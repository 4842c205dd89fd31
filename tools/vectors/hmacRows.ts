/** Golden HMACs: canonical message and signature of private requests. */
import type { z } from 'zod';
import { openApiSigner } from '#main/vault/keys/apiSecret.ts';
import { buildAuthMessage } from '#wire/auth/message.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { fields, flag, text } from './schemas.ts';

const encode = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, 'utf8'));
const hexOf = (value: string): string => Buffer.from(value, 'utf8').toString('hex');

const published = fields({
  nonce: text,
  apiKey: text,
  secret: text,
  message: text,
  computed: text,
  published: text,
  match: flag,
});
const header = fields({ scheme: text.optional(), barong_published_example: published.optional() });
const hmacRow = fields({
  apiKey: text,
  secret: text,
  nonce: text,
  method: text,
  path: text,
  body: text,
  bodyHex: text,
  canonical: text,
  canonicalHex: text,
  signature: text,
});

export const hmacKind: VectorKind = {
  name: 'HMAC',
  marks: ['canonical', 'canonicalHex', 'nonce'],
  header: rowCheck(header, (row) => {
    // Prose about the scheme.
    row.get('scheme');
    if (row.has('barong_published_example')) checkPublished(row.row('barong_published_example'));
  }),
  groups: [{ key: 'vectors', check: rowCheck(hmacRow, checkHmac) }],
};

/** The published example signs nonce and key alone. */
function checkPublished(row: Row<z.output<typeof published>>): void {
  row.expect('message', 'nonce+apiKey');
  const signer = openApiSigner(encode(row.get('secret')));
  const signature = signer.sign(`${row.get('nonce')}${row.get('apiKey')}`);
  row.expect('computed', signature);
  row.expect('published', signature);
  row.expect('match', true);
}

function checkHmac(row: Row<z.output<typeof hmacRow>>): void {
  const body = row.get('body');
  const message = buildAuthMessage({
    nonce: row.get('nonce'),
    apiKey: row.get('apiKey'),
    method: row.get('method'),
    target: row.get('path'),
    body,
  });
  row.expect('bodyHex', hexOf(body));
  row.expect('canonical', message);
  row.expect('canonicalHex', hexOf(message));
  row.expect('signature', openApiSigner(encode(row.get('secret'))).sign(message));
}
