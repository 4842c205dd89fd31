import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildPatterns, findSecrets, secretText } from './findSecrets.ts';

const key = createHash('sha256').update('a key').digest();
const password = 'Swordfish-7-xylophone';
const patterns = buildPatterns([{ name: 'key', bytes: key }, secretText('password', password)]);
const around = (text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from(text), Buffer.from('"}')]);

it.each<[string, string | Buffer, string]>([
  ['raw bytes', key, 'key: raw'],
  ['hex', `0x${key.toString('hex')}`, 'key: hex'],
  ['capital hex', key.toString('hex').toUpperCase(), 'key: HEX'],
  ['base64', key.toString('base64'), 'key: base64'],
  [
    'base64 behind one byte',
    Buffer.concat([Buffer.from('x'), key, Buffer.from('yz')]).toString('base64'),
    'key: base64',
  ],
  [
    'base64 behind two bytes',
    Buffer.concat([Buffer.from('xy'), key, Buffer.from('z')]).toString('base64'),
    'key: base64',
  ],
  ['base64url', key.toString('base64url'), 'key: base64url'],
  ['a number', BigInt(`0x${key.toString('hex')}`).toString(), 'key: decimal'],
  ['an array', JSON.stringify([...key]), 'key: numbers'],
  ['a typed array in JSON', JSON.stringify(new Uint8Array(key)), 'key: numbered'],
  ['hex in UTF-16', Buffer.from(key.toString('hex'), 'utf16le'), 'key: hex in UTF-16'],
  ['a password', password, 'password: raw'],
  ['a password in UTF-16', Buffer.from(password, 'utf16le'), 'password: raw in UTF-16'],
  ['a password in base64', Buffer.from(`{"p":"${password}"}`).toString('base64'), 'password: base64'],
])('finds a secret as %s', (_what, text, found) => {
  expect(findSecrets(around(text), patterns)).toContain(found);
});

it('finds nothing in bytes without a secret', () => {
  const other = createHash('sha256').update('another key').digest();
  const text = `${other.toString('hex')} ${other.toString('base64')} ${password.toLowerCase()}`;
  expect(findSecrets(around(text), patterns)).toEqual([]);
});
