import { expect, test } from 'vitest';
import { buildRows } from '../../tools/chaos/faultRows.ts';
import { openFaultTimes } from '../../tools/chaos/faultTimes.ts';
import { drawPlot } from '../../tools/chaos/plot.ts';
import type { Status } from '../../tools/chaos/protocol.ts';
import { formatPage } from '../../tools/chaos/report.ts';
import type { ChaosResult } from '../../tools/chaos/run.ts';

const SOUND: Status = { account: 'live', reason: '', readiness: 'armed', unknownOrders: 0, books: { one: 'live' } };
const STALE: Status = { ...SOUND, account: 'stale' };

function measure(): Pick<ChaosResult, 'times' | 'counts'> {
  const times = openFaultTimes();
  times.onStatus(SOUND, 0);
  const reset = times.begin('reset');
  reset.noteEffects(1, 1_000);
  times.onStatus(STALE, 1_400);
  reset.end(2_000);
  times.onStatus(SOUND, 5_000);
  // Never seen: the view stayed sound.
  const late = times.begin('late');
  late.noteEffects(2, 6_000);
  // Begun while another is in force: counted, not measured.
  const second = times.begin('reset');
  second.noteEffects(1, 6_500);
  late.end(7_000);
  second.end(7_000);
  return { times: times.times(), counts: times.counts() };
}

const RESULT: ChaosResult = {
  seed: 3,
  orders: 40,
  factor: 20,
  differences: [],
  timeLine: [],
  outcomes: {},
  asked: 40,
  exchangeOrders: 30,
  fills: 12,
  matchedByPerson: 1,
  simulatedMs: 600_000,
  realMs: 30_000,
  ...measure(),
};

test('measures from the first effect to a view that says so, and from the end to a sound one', () => {
  expect(buildRows([RESULT])).toEqual([
    { label: 'late', episodes: 1, effects: 2, detected: [], recovered: [0], measured: 1 },
    { label: 'reset', episodes: 2, effects: 2, detected: [0.4], recovered: [3], measured: 1 },
  ]);
});

test('writes the table and the plot from the rows', () => {
  const rows = buildRows([RESULT]);
  const page = formatPage([RESULT], rows);
  expect(page).toContain('| reset | 2 | 2 | 1 | 0.4 | 0.4 | 3.0 | 3.0 |');
  expect(page).toContain('| late | 1 | 2 | 1 | – | – | 0.0 | 0.0 |');
  expect(page).toContain('| 3 | 40 | 20 | 30 | 12 | 10.0 min | 30 s |');
  expect(drawPlot(rows)).toContain('>reset</text>');
});
