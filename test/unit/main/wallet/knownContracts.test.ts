import { expect, it } from 'vitest';
import { isKnownMultiSend, KNOWN_MULTI_SENDS } from '#main/wallet/knownContracts.ts';
import published from '#test/fixtures/vectors/known_safe_contracts.json' with { type: 'json' };
import { STRANGER } from './testRecord.ts';

it('lists exactly the published MultiSend contracts, by chain', () => {
  const expected = Object.values(published.contracts).flatMap((contracts) =>
    Object.entries(contracts as Record<string, Record<string, { address: string; on: string[] }>>)
      .filter(([name]) => name.startsWith('MultiSend'))
      .flatMap(([, deployments]) => Object.values(deployments))
      .flatMap(({ address, on }) => on.map((chain) => `${address.toLowerCase()} on ${chain}`)),
  );
  const listed = KNOWN_MULTI_SENDS.flatMap(({ address, chainIds }) =>
    chainIds.map((chain) => `${address} on ${chain}`),
  );
  expect(listed.sort()).toEqual(expected.sort());
});

it('knows a contract on its own chains, or where the profile allows it', () => {
  const { address } = KNOWN_MULTI_SENDS[0]!;
  expect(isKnownMultiSend(address, 137, [])).toBe(true);
  expect(isKnownMultiSend(address, 31337, [])).toBe(false);
  expect(isKnownMultiSend(STRANGER, 137, [])).toBe(false);
  expect(isKnownMultiSend(STRANGER, 137, [STRANGER])).toBe(true);
});
