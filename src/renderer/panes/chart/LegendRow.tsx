/** Legend of a chart: the candle under the crosshair, and the value of each line with its colour and dash. */
import type { Legend } from './legend.ts';
import type { LineLook } from './plot/lineSet.ts';

export interface LineLegend {
  readonly id: string;
  readonly name: string;
  readonly look: LineLook;
  readonly value: string | null;
}

export function LegendRow(props: { readonly candle: Legend | null; readonly lines: readonly LineLegend[] }) {
  const { candle, lines } = props;
  return (
    <div className="chart-legend" data-testid="chart-legend">
      {candle ? <Candle legend={candle} /> : <span>–</span>}
      {lines.map(({ id, name, look, value }) => (
        <span key={id} className="chart-line-legend" title={name}>
          <svg width="14" height="8" aria-hidden="true">
            <line
              x1="0"
              x2="14"
              y1="4"
              y2="4"
              stroke={look.color}
              strokeWidth={look.width}
              {...(look.dash === 'solid' ? {} : { strokeDasharray: '4 2' })}
            />
          </svg>
          <span className="chart-line-name">{name}</span> <b>{value ?? '–'}</b>
        </span>
      ))}
    </div>
  );
}

function Candle(props: { readonly legend: Legend }) {
  const { legend } = props;
  const tone = legend.isUp ? 'yes' : 'no';
  return (
    <>
      <span>
        O <b className={tone}>{legend.open}</b>
      </span>
      <span>
        H <b className={tone}>{legend.high}</b>
      </span>
      <span>
        L <b className={tone}>{legend.low}</b>
      </span>
      <span>
        C <b className={tone}>{legend.close}</b>
      </span>
      <span className="chart-legend-volume">
        V <b>{legend.volume}</b>
      </span>
    </>
  );
}
