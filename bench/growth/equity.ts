/** Growth of the equity history in the number of its minutes. */
import path from 'node:path';
import { openEquityHistory } from '../../src/main/storage/equityHistory.ts';
import { type MeasureGrowth, measureCalls } from './measure.ts';
import { END_MS, WALLET, writeEquity } from './year.ts';

const PLOT_MS = 100 * 86_400_000;

export const measureEquity: MeasureGrowth = (count, folder) => {
  const file = path.join(folder, 'equity');
  writeEquity(file, count);
  const history = openEquityHistory(file, () => END_MS);
  while (history.summarize(WALLET, END_MS));
  const rows = [
    measureCalls('equity, a hundred days of hours', 'ms', count, () =>
      history.listHours(WALLET, END_MS - PLOT_MS, END_MS),
    ),
  ];
  history.close();
  return rows;
};
