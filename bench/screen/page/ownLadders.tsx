/** The ladder panes of the program as the dock shows them, given frames as main sends them. */
import { createRoot } from 'react-dom/client';
import { followMarket } from '../../../src/renderer/domain/workspaces/links.ts';
import { closePaneRecord, openPaneRecord, PaneContext } from '../../../src/renderer/domain/workspaces/panes.ts';
import { feed } from '../../../src/renderer/feed/feed.ts';
import { LadderView } from '../../../src/renderer/panes/ladder/View.tsx';
import type { BookFrame } from '../../../src/shared/ipc/frames/frame.ts';
import { DEFAULT_TICK } from '../../../src/shared/market/tickGrid.ts';
import { type BookPlan, openBooks } from './books.ts';
import type { Stage } from './stage.ts';

let seq = 0;

function applyBooks(books: readonly BookFrame[]): void {
  seq += 1;
  feed.applyFrame({ seq, sentAtMs: Date.now(), clockOffsetMs: 0, books });
}

export function openOwnLadders(container: HTMLElement, plan: BookPlan): Stage {
  const books = openBooks(plan);
  const ids = books.markets.map((market) => `ladder-${market}`);
  const catalogue = { at: 'live', markets: [], tick: DEFAULT_TICK, receivedAtMs: Date.now(), failure: null } as const;
  feed.applyFrame({ seq, sentAtMs: Date.now(), clockOffsetMs: 0, catalogue });
  applyBooks(books.next());
  for (const [at, id] of ids.entries()) {
    openPaneRecord(id, { name: 'ladder', link: 'none', settings: {} });
    followMarket(`pane:${id}`, books.markets[at]!);
  }
  const root = createRoot(container);
  root.render(
    ids.map((id) => (
      <div key={id} className="bench-pane">
        <PaneContext value={id}>
          <LadderView />
        </PaneContext>
      </div>
    )),
  );
  let turn = 0;
  /** Over the price of another row with each change. */
  function movePointer(): void {
    turn += 1;
    for (const canvas of container.querySelectorAll('canvas')) {
      const { left, top } = canvas.getBoundingClientRect();
      const { rowHeight = '', bidX = '', askX = '' } = canvas.dataset;
      const clientX = left + (Number.parseFloat(bidX) + Number.parseFloat(askX)) / 2;
      const clientY = top + Number.parseFloat(rowHeight) * (5.5 + (turn % 2));
      canvas.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));
    }
  }
  return {
    change() {
      applyBooks(books.next());
      if (plan.moves === 'pointer') movePointer();
    },
    close() {
      root.unmount();
      ids.forEach(closePaneRecord);
    },
  };
}

/** What the canvases of the stage show, noted while it draws: rows of texts from left to right, ladder by ladder. */
export function noteTexts(): () => readonly string[][] {
  const proto = CanvasRenderingContext2D.prototype;
  const own = proto.fillText;
  const drawn = new Map<
    HTMLCanvasElement,
    Map<string, { readonly x: number; readonly y: number; readonly text: string }>
  >();
  proto.fillText = function fillText(this: CanvasRenderingContext2D, text: string, x: number, y: number) {
    const cells = drawn.get(this.canvas) ?? new Map();
    drawn.set(this.canvas, cells.set(`${x} ${y}`, { x, y, text }));
    own.call(this, text, x, y);
  };
  return () => {
    proto.fillText = own;
    return [...document.querySelectorAll('canvas')].flatMap((canvas) => {
      const rows = Array.from({ length: Number.parseInt(canvas.dataset.rows ?? '', 10) }, () => [] as string[]);
      const height = Number.parseInt(canvas.dataset.rowHeight ?? '', 10);
      const cells = [...(drawn.get(canvas)?.values() ?? [])].sort((a, b) => a.x - b.x);
      for (const { y, text } of cells) rows[Math.floor(y / height)]?.push(text);
      return rows;
    });
  };
}

/** Rows and highest price of the ladders, which the peer shows too. */
export function readView(): { readonly rows: number; readonly top: number; readonly rowHeight: number } {
  const { rows = '', topPrice = '', rowHeight = '' } = document.querySelector('canvas')?.dataset ?? {};
  return {
    rows: Number.parseInt(rows, 10),
    top: Number.parseInt(topPrice, 10),
    rowHeight: Number.parseInt(rowHeight, 10),
  };
}
