/** Writes the generated parts of the documents. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceLifeTable } from './lifeTable.ts';

const page = join(import.meta.dirname, '../../docs/life-of-an-order.md');
writeFileSync(page, replaceLifeTable(readFileSync(page, 'utf8')));
