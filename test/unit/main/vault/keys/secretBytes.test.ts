import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';

it('zeroes its bytes on destroy, and throws on later use', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const secret = new SecretBytes(bytes);
  expect(secret.use((lent) => lent[1])).toBe(2);
  secret.destroy();
  expect([...bytes]).toEqual([0, 0, 0]);
  expect(secret.isDestroyed).toBe(true);
  expect(() => secret.use((lent) => lent[0])).toThrow('found it locked');
  secret.destroy();
});

it('prints as [secret]', () => {
  const secret = new SecretBytes(Uint8Array.of(0x41, 0x42));
  const shown = [JSON.stringify({ secret }), inspect({ secret }, { showHidden: true, depth: 5 }), `${secret}`];
  for (const text of shown) {
    expect(text).toContain('[secret]');
    expect(text).not.toMatch(/41|42|65|66|AB/);
  }
  expect(Object.keys(secret)).toEqual([]);
});
