/** Whether the tests on a local chain can run here. */
import { readdirSync } from 'node:fs';
import { findAnvil, SYSTEM } from '../../tools/chain/anvil.ts';

/** Why they are not run, or null. */
export function whyNoChain(system = SYSTEM): string | null {
  return findAnvil(system) === null ? `no anvil binary for ${system}` : null;
}

export function countChainFiles(): number {
  return readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts')).length;
}
