/** Dialog of a chart's indicators: where the volume-weighted average begins, and the moving averages. */

import { useState } from 'react';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Segmented } from '../../ui/parts.tsx';
import {
  type AverageKind,
  type AverageSetting,
  isLength,
  LENGTHS,
  MAX_AVERAGES,
  nameAverage,
} from './plot/indicators.ts';
import { averagesSetting, type VwapSetting, vwapSetting } from './state.ts';

export function IndicatorDialog(props: { readonly onClose: () => void }) {
  const [vwap, setVwap] = usePaneValue(vwapSetting);
  const [averages, setAverages] = usePaneValue(averagesSetting);
  return (
    <Dialog title="Indicators" onClose={props.onClose}>
      <div className="chart-indicators">
        <p>{CHART_PANE_LABELS.volumeWeightedAveragePrice}</p>
        <Segmented<VwapSetting>
          label={CHART_PANE_LABELS.volumeWeightedAverageName}
          value={vwap}
          onChange={setVwap}
          choices={[
            { value: 'off', label: 'Off' },
            { value: 'day', label: 'From 00:00 UTC' },
            { value: 'visible', label: 'From the first visible candle' },
          ]}
        />
        <p>{CHART_PANE_LABELS.movingAveragesOfClosingPrices}</p>
        {averages.length === 0 ? null : (
          <ul aria-label={CHART_PANE_LABELS.movingAverages}>
            {averages.map((average) => (
              <li key={nameAverage(average)}>
                <span className="mono">{nameAverage(average)}</span>
                <button
                  type="button"
                  className="button small"
                  aria-label={CHART_PANE_LABELS.remove(nameAverage(average))}
                  onClick={() => setAverages(averages.filter((one) => one !== average))}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        )}
        <AddAverage averages={averages} onAdd={(average) => setAverages([...averages, average])} />
        <footer>
          <button type="button" className="button primary" onClick={props.onClose}>
            Close
          </button>
        </footer>
      </div>
    </Dialog>
  );
}

function AddAverage(props: {
  readonly averages: readonly AverageSetting[];
  readonly onAdd: (average: AverageSetting) => void;
}) {
  const { averages, onAdd } = props;
  const [kind, setKind] = useState<AverageKind>('sma');
  const [text, setText] = useState('20');
  const length = /^\d{1,4}$/.test(text.trim()) ? Number.parseInt(text, 10) : null;
  const problem = !isLength(length)
    ? `Expected a whole number from ${LENGTHS.min} to ${LENGTHS.max}`
    : averages.some((one) => one.kind === kind && one.length === length)
      ? 'It is drawn already'
      : null;
  if (averages.length >= MAX_AVERAGES) return <p>{CHART_PANE_LABELS.fourMovingAveragesAreDrawn}</p>;
  return (
    <form
      className="chart-add-average"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && isLength(length)) onAdd({ kind, length });
      }}
    >
      <Segmented<AverageKind>
        label={CHART_PANE_LABELS.kindOfAverage}
        value={kind}
        onChange={setKind}
        choices={[
          { value: 'sma', label: 'Simple' },
          { value: 'ema', label: 'Exponential' },
        ]}
      />
      <NumberField
        label="Candles"
        text={text}
        hint={problem}
        wrong={problem?.startsWith('Expected') === true}
        onChange={setText}
      />
      <button type="submit" className="button" disabled={problem !== null}>
        Add
      </button>
    </form>
  );
}
