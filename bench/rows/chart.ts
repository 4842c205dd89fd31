/**
 * *Candle chart*: 20 changes a second of the newest of 1,000 and of 10,000 bars, in processor time of the browser for a change:
 * the program's plot against a straight use of the same library.
 *
 * Invariants  Same bars, same size, same bars in sight. The pane itself holds at most 4,000 bars.
 */
import { checkSame, shuffle } from '../measure.ts';
import { buildPairs, type Measured } from '../row.ts';
import type { Who } from '../screen/page/main.ts';
import { type BrowserCpu, openScreen } from '../screen/screen.ts';
import type { Size } from './size.ts';

const EVERY_MS = 50;
const WARM_UP = 20;
const BARS = [1_000, 10_000] as const;
/** Labels of the price scale that differ in width by a letter leave room for one or two more bars. */
const MOST_APART = 3;
const WHO: readonly Who[] = ['ours', 'peer'];
const TURNS = BARS.flatMap((bars) => WHO.map((who) => ({ bars, who })));

export async function measureChart({ chart: { rounds, changes } }: Size): Promise<Measured[]> {
  const screen = await openScreen({ width: 1_440, height: 900 });
  const figures = new Map(TURNS.map((turn) => [turn, [] as BrowserCpu[]]));
  try {
    for (const bars of BARS) {
      const [ours, theirs] = [
        await screen.call('readChart', 'ours', bars),
        await screen.call('readChart', 'peer', bars),
      ];
      checkSame('candles', ours.candles, theirs.candles);
      checkSame('volumes', ours.volumes, theirs.volumes);
      const apart = Math.max(Math.abs(ours.from - theirs.from), Math.abs(ours.to - theirs.to));
      if (apart > MOST_APART)
        throw new Error(`Expected the same bars in sight, found windows that are ${apart} bars apart`);
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const turn of shuffle(TURNS)) {
        await screen.call('openChart', turn.who, turn.bars);
        await screen.measure(WARM_UP, EVERY_MS);
        const cpu = await screen.measure(round > 0 ? changes : WARM_UP, EVERY_MS);
        // The first round warms the compiler up.
        if (round > 0) figures.get(turn)!.push(cpu);
      }
    }
  } finally {
    await screen.close();
  }
  const read = (bars: number, who: Who): readonly BrowserCpu[] =>
    figures.get(TURNS.find((turn) => turn.bars === bars && turn.who === who)!)!;
  const row = (name: string, ours: readonly BrowserCpu[], peer: readonly BrowserCpu[], part: keyof BrowserCpu) =>
    buildPairs(
      name,
      'µs',
      ours.map((cpu, at) => ({ ours: cpu[part], peer: peer[at]![part] })),
      rounds * changes,
    );
  const [few, many] = BARS;
  return [
    ...BARS.flatMap((bars) => {
      const name = `chart of ${bars.toLocaleString('en')} bars, 20 changes a second`;
      return [
        row(`${name}, main thread: lightweight-charts`, read(bars, 'ours'), read(bars, 'peer'), 'mainThread'),
        row(`${name}, whole browser: lightweight-charts`, read(bars, 'ours'), read(bars, 'peer'), 'all'),
      ];
    }),
    row('chart of 10,000 bars, main thread: ours of 1,000 bars', read(many, 'ours'), read(few, 'ours'), 'mainThread'),
    row(
      'plain lightweight-charts of 10,000 bars, main thread: of 1,000 bars',
      read(many, 'peer'),
      read(few, 'peer'),
      'mainThread',
    ),
  ];
}
