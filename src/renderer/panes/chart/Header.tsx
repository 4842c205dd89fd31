/** Chart header: candle period and trust mark. */
import { useCandleTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/panes.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';
import { OFFERED_PERIODS, periodSetting } from './state.ts';

export function ChartHeader() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const trust = useCandleTrust(usePaneMarket(), period);
  return (
    <>
      <span className="chart-periods" role="radiogroup" aria-label="Candle period">
        {OFFERED_PERIODS.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === period}
            data-testid={`chart-period-${one}`}
            onClick={() => setPeriod(one)}
          >
            {one}
          </button>
        ))}
      </span>
      <TrustMark trust={trust} />
    </>
  );
}
