import { describe, it } from 'vitest';
import { ACT_SCENARIOS } from './actScenarios.ts';
import { BOOK_SCENARIOS } from './bookScenarios.ts';
import { READ_SCENARIOS } from './readScenarios.ts';
import type { Scenario } from './scenario.ts';
import { SOCKET_SCENARIOS } from './socketScenarios.ts';
import { openStage } from './stage.ts';

const TABLE: Readonly<Record<string, readonly Scenario[]>> = {
  'to a book': BOOK_SCENARIOS,
  'to a connection': SOCKET_SCENARIOS,
  'to a read': READ_SCENARIOS,
  'to an order or a cancel': ACT_SCENARIOS,
};

for (const [where, scenarios] of Object.entries(TABLE)) {
  describe(`a server that does this ${where}`, () => {
    for (const { does, must, options, run } of scenarios) {
      it(`${does}: the client must ${must}`, async () => {
        const stage = await openStage(options);
        try {
          await run(stage);
        } finally {
          await stage.close();
        }
      });
    }
  });
}
