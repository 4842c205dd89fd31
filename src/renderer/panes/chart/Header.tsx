/** Above the chart: candle periods and the age of what feeds it. */
import { evaluateStream, useTrust } from '../../feed/bookTrust.ts';
import { useLinkedMarket } from '../../ui/linkGroup.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';
import { OFFERED, shownPeriod } from './state.ts';

export function ChartHeader() {
  const period = shownPeriod.use();
  const trust = useTrust(useLinkedMarket(), evaluateStream);
  return (
    <>
      <span className="chart-periods" role="radiogroup" aria-label="Candle period">
        {OFFERED.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === period}
            data-testid={`chart-period-${one}`}
            onClick={() => shownPeriod.set(one)}
          >
            {one}
          </button>
        ))}
      </span>
      <TrustMark trust={trust} />
    </>
  );
}
