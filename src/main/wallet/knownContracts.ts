/**
 * Known MultiSend contracts, by chain: the only ones that a wallet may DELEGATECALL.
 *
 * Source      @safe-global/safe-deployments 1.37.63, versions 1.3.0, 1.4.1 and 1.5.0 (test/fixtures/vectors/known_safe_contracts.json).
 */
import { type Address, parseAddress } from '#shared/units/ids.ts';

const CHAINS = [137, 80002, 8453, 84532, 42161, 10, 1];
const WITHOUT_AMOY = CHAINS.filter((chain) => chain !== 80002);

/** Deployed by the same factory on every chain, so a local one has it at the same address. */
export const LOCAL_MULTI_SENDS: readonly Address[] = [parseAddress('0x9641d764fc13c8B624c04430C7356C1C7C8102e2')];

export interface KnownContract {
  readonly name: string;
  readonly address: Address;
  readonly chainIds: readonly number[];
}

const entry = (name: string, address: string, chainIds: readonly number[]): KnownContract => ({
  name,
  address: parseAddress(address),
  chainIds,
});

export const KNOWN_MULTI_SENDS: readonly KnownContract[] = [
  entry('MultiSend 1.3.0', '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', CHAINS),
  entry('MultiSend 1.3.0', '0x998739BFdAAdde7C933B942a68053933098f9EDa', WITHOUT_AMOY),
  entry('MultiSendCallOnly 1.3.0', '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', CHAINS),
  entry('MultiSendCallOnly 1.3.0', '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B', WITHOUT_AMOY),
  entry('MultiSend 1.4.1', '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', CHAINS),
  entry('MultiSendCallOnly 1.4.1', '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', CHAINS),
  entry('MultiSend 1.5.0', '0x218543288004CD07832472D464648173c77D7eB7', WITHOUT_AMOY),
  entry('MultiSendCallOnly 1.5.0', '0xA83c336B20401Af773B6219BA5027174338D1836', WITHOUT_AMOY),
];

/** True for a published MultiSend of that chain, or one that the profile allows. */
export function isKnownMultiSend(address: Address, chainId: number, allowed: readonly Address[]): boolean {
  if (allowed.includes(address)) return true;
  return KNOWN_MULTI_SENDS.some((known) => known.address === address && known.chainIds.includes(chainId));
}

/** Batch contract for own calls: MultiSendCallOnly where the chain has it, else another known one; null if there is none. */
export function findMultiSend(chainId: number, allowed: readonly Address[]): Address | null {
  const published = KNOWN_MULTI_SENDS.filter((known) => known.chainIds.includes(chainId));
  const callOnly = published.find((known) => known.name === 'MultiSendCallOnly 1.4.1');
  return callOnly?.address ?? published[0]?.address ?? allowed[0] ?? null;
}
