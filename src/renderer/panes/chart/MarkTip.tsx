/** The fills of the bar under the crosshair. */
import type { Side } from '#shared/market/outcome.ts';
import { describeMark, type FillMark } from './plot/marks.ts';
import type { Plot } from './plot/plot.ts';

export function MarkTip(props: {
  readonly plot: Plot;
  readonly marks: readonly FillMark[];
  readonly view: Side;
  readonly timeMs: number | null;
  readonly decimals: number;
}) {
  const { plot, marks, view, timeMs, decimals } = props;
  if (timeMs === null) return null;
  const own = marks.filter(({ time }) => time * 1_000 === timeMs);
  if (own.length === 0) return null;
  const { left, width } = plot.area();
  const x = plot.xOf(timeMs / 1_000) ?? 0;
  // Beside the bar, on the side with more room.
  const side = x > width / 2 ? { right: `calc(100% - ${left + x - 14}px)` } : { left: left + x + 14 };
  return (
    <div className="chart-tip mono" style={side} data-testid="chart-tip">
      {own.map((mark) => {
        const { title, lines } = describeMark(mark, view, decimals);
        return (
          <div key={mark.id}>
            <strong>{title}</strong>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two fills can have the same text
              <span key={at}>{line}</span>
            ))}
          </div>
        );
      })}
    </div>
  );
}
