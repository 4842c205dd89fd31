/** A local chain under the exchange of a specification, where this system has one. */
import { openExchange, type PaperExchange } from '../../src/paper/server/exchange.ts';
import { findAnvil } from '../../tools/chain/anvil.ts';
import { openPaperChain, type PaperChain } from '../../tools/chain/paperChain.ts';

export interface SettledExchange {
  readonly exchange: PaperExchange;
  /** Null where anvil has no binary. */
  readonly paper: PaperChain | null;
  /** What failed on the chain. */
  readonly broken: readonly string[];
  close(): Promise<void>;
}

export async function openSettledExchange(): Promise<SettledExchange> {
  const paper = findAnvil() === null ? null : await openPaperChain();
  const broken: string[] = [];
  const onBroken = (sentences: readonly string[]): void => void broken.push(...sentences);
  const exchange = await openExchange({ token: null, onBroken, ...(paper === null ? {} : { chain: paper }) });
  return {
    exchange,
    paper,
    broken,
    async close() {
      await exchange.close();
      await paper?.close();
    },
  };
}
