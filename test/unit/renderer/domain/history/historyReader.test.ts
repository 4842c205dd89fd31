import { describe, expect, it } from 'vitest';
import { createHistoryReader, type HistoryPage } from '#renderer/domain/history/historyReader.ts';
import { fail, type Result, succeed } from '#shared/ipc/result.ts';

interface Row {
  readonly at: number;
  readonly isOver: boolean;
}

const rowsFrom = (first: number, last: number, isOver = true): Row[] =>
  Array.from({ length: first - last + 1 }, (_, index) => ({ at: first - index, isOver }));

/** Rows up to `newest`, in pages of ten; each answer waits until `answer`. */
function openBench(newest: number) {
  const asked: (number | null)[] = [];
  const waiting: ((result: Result<HistoryPage<Row, number>>) => void)[] = [];
  const bench = { newest, changes: 0 };
  const reader = createHistoryReader<Row, number>({
    first: null,
    keyOf: ({ at }) => `${at}`,
    timeOfPlace: (place) => place,
    isFinal: ({ isOver }) => isOver,
    readPage(after) {
      asked.push(after);
      return new Promise((resolve) => waiting.push(resolve));
    },
    onChange: () => {
      bench.changes += 1;
    },
  });
  const answer = async (result?: Result<HistoryPage<Row, number>>): Promise<void> => {
    const from = (asked.at(-1) ?? bench.newest + 1) - 1;
    const last = Math.max(1, from - 9);
    waiting.shift()!(result ?? succeed({ rows: rowsFrom(from, last), next: last === 1 ? null : last }));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reader, bench, asked, answer };
}

const timesOf = (rows: readonly Row[]): number[] => rows.map(({ at }) => at).toSorted((a, b) => b - a);

describe('a history', () => {
  it('reads one page at a time, until the end, and has each row once', async () => {
    const { reader, asked, answer } = openBench(25);
    reader.note(rowsFrom(25, 20));
    expect(reader.reachedMs()).toBe(Number.POSITIVE_INFINITY);
    reader.readMore();
    reader.readMore();
    expect(asked).toEqual([null]);
    expect(reader.state()).toEqual({ at: 'reading' });
    await answer();
    expect(reader.reachedMs()).toBe(16);
    expect(timesOf(reader.rows())).toEqual(timesOf(rowsFrom(25, 16)));
    for (const _ of [2, 3]) {
      reader.readMore();
      await answer();
    }
    expect([reader.state(), reader.reachedMs()]).toEqual([{ at: 'whole' }, null]);
    expect(timesOf(reader.rows())).toEqual(timesOf(rowsFrom(25, 1)));
    reader.readMore();
    expect(asked).toEqual([null, 16, 6]);
  });

  it('keeps a row that left the account view as it was last seen', async () => {
    const { reader, answer } = openBench(10);
    reader.note([{ at: 11, isOver: false }, ...rowsFrom(10, 8)]);
    reader.readMore();
    await answer();
    reader.note([{ at: 11, isOver: true }, ...rowsFrom(10, 9)]);
    reader.note(rowsFrom(20, 15));
    expect(timesOf(reader.rows())).toEqual([20, 19, 18, 17, 16, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(reader.state()).toEqual({ at: 'whole' });
  });

  it('begins its pages again where a row left that was not over, and drops the page under way', async () => {
    const { reader, bench, asked, answer } = openBench(30);
    reader.note([{ at: 31, isOver: false }]);
    reader.readMore();
    await answer();
    reader.readMore();
    reader.note([{ at: 40, isOver: false }]);
    expect(reader.state()).toEqual({ at: 'more' });
    await answer();
    expect(reader.state()).toEqual({ at: 'more' });
    bench.newest = 39;
    reader.readMore();
    expect(asked).toEqual([null, 21, null]);
    await answer();
    expect(timesOf(reader.rows()).slice(0, 11)).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30]);
    expect(reader.reachedMs()).toBe(30);
  });

  it('says what failed, and changes nothing after its end', async () => {
    const { reader, bench, answer } = openBench(30);
    reader.readMore();
    await answer(fail('LOCKED', {}));
    expect(reader.state()).toEqual({ at: 'failed', error: { code: 'LOCKED', parameters: {} } });
    const other = openBench(30);
    other.reader.readMore();
    other.reader.close();
    const { changes } = other.bench;
    await other.answer();
    expect(other.bench.changes).toBe(changes);
    expect(other.reader.rows()).toEqual([]);
    expect(bench.changes).toBe(2);
  });
});
