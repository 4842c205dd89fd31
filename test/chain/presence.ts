/** Whether the tests on a local chain can run here. */
import { readdirSync } from 'node:fs';
import { findAnvil } from '../../tools/chain/anvil.ts';

/** Why they are not run, or null. */
export function whyNoChain(): string | null {
  return findAnvil() === null ? `no anvil binary for ${process.platform} ${process.arch}` : null;
}

export function countChainFiles(): number {
  return readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts')).length;
}
