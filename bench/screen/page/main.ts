/** The page of the bench: mounts one contender at a time and gives it changes, as the rows ask. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '../../../src/renderer/ui/tokens.css';
import '../../../src/renderer/ui/parts.css';
import { applyLook } from '../../../src/renderer/ui/look.ts';
import { DEFAULT_PREFERENCES } from '../../../src/shared/ipc/preferences.ts';
import type { BookPlan } from './books.ts';
import { type ChartStage, openOwnChart, openPlainChart, readChart } from './charts.ts';
import { noteTexts, openOwnLadders, readView } from './ownLadders.tsx';
import './page.css';
import { openReactLadders, readTexts } from './reactLadders.tsx';
import { nextFrame, play, type Stage } from './stage.ts';

export type Who = 'ours' | 'peer';

export interface LadderPlan extends BookPlan {
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly density: 'normal' | 'compact';
  /** Our ladder of this width has room for the traded volume: the peer shows it too. */
  readonly hasTraded: boolean;
}

const root = document.getElementById('root')!;
let stage: Stage | null = null;
/** Of our ladders and of our plot: the peers show the same rows and bars. */
let view: ReturnType<typeof readView> | null = null;
let rightOffset = 0;

function openContainer(className: string): HTMLElement {
  root.replaceChildren();
  const container = document.createElement('div');
  container.className = className;
  root.append(container);
  return container;
}

/** Several screen frames: what a mounted contender does once. */
async function settle(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await nextFrame();
}

function closeStage(): void {
  stage?.close();
  stage = null;
}

async function openLadders(who: Who, plan: LadderPlan): Promise<void> {
  closeStage();
  applyLook({ ...DEFAULT_PREFERENCES, density: plan.density });
  const container = openContainer('bench-ladders');
  container.style.gridTemplateColumns = `repeat(${plan.columns}, ${plan.width}px)`;
  container.style.gridAutoRows = `${plan.height}px`;
  if (who === 'ours') stage = openOwnLadders(container, plan);
  else if (view === null) throw new Error('Expected our ladders to be opened first, whose rows the peer shows too');
  else stage = openReactLadders(container, plan, { ...view, hasTraded: plan.hasTraded });
  await settle();
  if (who === 'ours') view = readView();
}

async function openChart(who: Who, bars: number): Promise<ChartStage> {
  closeStage();
  applyLook(DEFAULT_PREFERENCES);
  const container = openContainer('bench-chart');
  const opened = who === 'ours' ? openOwnChart(container, bars) : openPlainChart(container, bars, rightOffset);
  if (who === 'ours') rightOffset = opened.chart.timeScale().options().rightOffset;
  stage = opened;
  await settle();
  return opened;
}

const bench = {
  openLadders,
  /** The texts of all rows after some changes. */
  async readLadders(who: Who, plan: LadderPlan): Promise<readonly string[][]> {
    const read = who === 'ours' ? noteTexts() : readTexts;
    await openLadders(who, plan);
    await play(stage!, 5, 0);
    const texts = read();
    closeStage();
    return texts;
  },
  async openChart(who: Who, bars: number): Promise<void> {
    await openChart(who, bars);
  },
  /** The bars of a chart after some changes. */
  async readChart(who: Who, bars: number): Promise<ReturnType<typeof readChart>> {
    const opened = await openChart(who, bars);
    await play(opened, 40, 0);
    return readChart(opened);
  },
  async play(count: number, everyMs: number): Promise<void> {
    await play(stage!, count, everyMs);
  },
};
// Until they are loaded, texts have other widths.
await Promise.all(['Inter Variable', 'JetBrains Mono Variable'].map((name) => document.fonts.load(`12px "${name}"`)));
Object.assign(window, { bench, adyton: { feed: { watch: async () => ({ ok: true, value: null }) } } });
export type Bench = typeof bench;
