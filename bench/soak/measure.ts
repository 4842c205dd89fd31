/**
 * What the program keeps: memory of its processes, and what page, main and exchange hold after a collection of garbage.
 *
 * Units       Bytes for memory and heaps; entries of maps and sets, and items of arrays, for lists.
 * Source      docs/soak.md
 */
import type { Page } from 'playwright-core';
import { type ExchangeKept, type Kept, openOwnReader, openPageReader, type PageKept } from './inspect.ts';
import { type Memory, type Process, readMemoryByProcess } from './memory.ts';

export interface Sample {
  readonly memory: Readonly<Record<Process, Memory>>;
  readonly page: PageKept;
  readonly main: Kept;
  readonly exchange: ExchangeKept;
}

export interface Meter {
  read(): Promise<Sample>;
}

/** `readExchange` asks the exchange's process for what it keeps. */
export async function openMeter(page: Page, readExchange: () => Promise<ExchangeKept>): Promise<Meter> {
  const readPage = await openPageReader(await page.context().newCDPSession(page));
  const readMain = await openOwnReader();
  return {
    async read() {
      const kept = { page: await readPage(), main: await readMain(), exchange: await readExchange() };
      return { ...kept, memory: readMemoryByProcess(process.pid) };
    },
  };
}
