import { expect, test } from 'vitest';
import { buildStrictNonces } from '#paper/server/http/nonces.ts';

/** The codes of requests (API key, nonce, arrival), null where one is accepted. */
function run(requests: readonly (readonly [string, number, number])[]): (string | null)[] {
  const nonces = buildStrictNonces();
  return requests.map(([key, nonce, atMs]) => {
    try {
      nonces.note(key, nonce, atMs);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  });
}

test('a nonce is used once, however late the second request is', () => {
  expect(
    run([
      ['a', 100, 0],
      ['a', 100, 1],
      ['a', 101, 10],
      ['a', 101, 5_000],
      ['a', 100, 5_001],
    ]),
  ).toEqual([null, 'authz.nonce_repeated', null, 'authz.nonce_repeated', 'authz.nonce_falling']);
});

test('a request may be overtaken on the way, and each key counts alone', () => {
  expect(
    run([
      ['a', 200, 0],
      ['a', 199, 999],
      ['b', 5, 999],
      ['a', 198, 1_000],
      ['a', 201, 1_001],
    ]),
  ).toEqual([null, null, null, 'authz.nonce_falling', null]);
});
