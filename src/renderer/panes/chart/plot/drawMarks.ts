/**
 * Fill marks on the canvas of a plot: triangles beside the bars with the number of contracts.
 *
 * Units       CSS pixels.
 * Invariants  The library asks for a drawing whenever it draws the bars: marks follow them without a change of their own.
 */
import type { ISeriesPrimitive, SeriesAttachedParameter, Time, UTCTimestamp } from 'lightweight-charts';
import type { Side } from '#shared/market/outcome.ts';
import { toReal } from '#shared/units/numbers.ts';
import type { Theme } from '../../../ui/canvas.ts';
import type { Row } from './bars.ts';
import { LABEL_SIZE, MARK_SIZE, type PlacedMark, placeMarks } from './markPlaces.ts';
import type { FillMark } from './marks.ts';

/** What is drawn: the bars as they are when it is drawn. */
export interface MarkSource {
  readonly rows: readonly Row[];
  readonly view: Side;
  readonly marks: readonly FillMark[];
}

export interface MarkLayer extends ISeriesPrimitive<Time> {
  /** Draws again. */
  refresh(): void;
}

export function openMarkLayer(theme: Theme, read: () => MarkSource): MarkLayer {
  let attached: SeriesAttachedParameter<Time> | null = null;
  const renderer = {
    draw(target: Parameters<MarkRenderer['draw']>[0]): void {
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of the canvas library, no hook
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        if (attached === null) return;
        const { chart, series } = attached;
        const scale = chart.timeScale();
        context.font = `${LABEL_SIZE * theme.scale}px ${theme.mono}`;
        const { rows, view, marks } = read();
        const places = placeMarks(marks, rows, view, {
          xOf: (time) => scale.timeToCoordinate(time as UTCTimestamp),
          yOf: (price) => series.priceToCoordinate(toReal(price)),
          widthOf: (text) => context.measureText(text).width,
          ...mediaSize,
          barSpacing: scale.options().barSpacing,
          scale: theme.scale,
        });
        context.fillStyle = theme.mine;
        context.strokeStyle = theme.mine;
        context.lineWidth = 1;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        for (const place of places) drawMark(context, place, theme.scale);
      });
    },
  };
  const views = [{ renderer: () => renderer }];
  return {
    attached(parameter) {
      attached = parameter;
    },
    detached() {
      attached = null;
    },
    paneViews: () => views,
    refresh: () => attached?.requestUpdate(),
  };
}

type MarkRenderer = NonNullable<
  ReturnType<ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]['renderer']>
>;

function drawMark(context: CanvasRenderingContext2D, { mark, x, nearY, farY, label }: PlacedMark, scale: number): void {
  const half = (MARK_SIZE / 2) * scale;
  context.beginPath();
  if (mark.kind === 'unattributed') context.arc(x, (nearY + farY) / 2, half, 0, 2 * Math.PI);
  else {
    context.moveTo(x, nearY);
    context.lineTo(x - half - 1, farY);
    context.lineTo(x + half + 1, farY);
  }
  context.fill();
  if (label === null) return;
  if (label.isAway) {
    const towards = Math.sign(label.y - farY);
    context.beginPath();
    context.moveTo(x, farY);
    context.lineTo(x, label.y - towards * (LABEL_SIZE / 2) * scale);
    context.stroke();
  }
  context.fillText(label.text, x, label.y);
}
