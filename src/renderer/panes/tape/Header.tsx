/** Above the tape: the smallest trade it shows, and the age of what feeds it. */
import { evaluateStream, useTrust } from '../../feed/bookTrust.ts';
import { useLinkedMarket } from '../../ui/linkGroup.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';
import { SIZES } from './model.ts';
import { leastSize } from './state.ts';

export function TapeHeader() {
  const least = leastSize.use();
  const trust = useTrust(useLinkedMarket(), evaluateStream);
  return (
    <>
      <select
        className="tape-least"
        aria-label="Smallest trade shown"
        title="Smallest trade shown, in contracts"
        data-testid="tape-least"
        value={least}
        onChange={(event) => leastSize.set(SIZES[event.target.selectedIndex] ?? 0)}
      >
        {SIZES.map((size) => (
          <option key={size} value={size}>
            ≥ {size}
          </option>
        ))}
      </select>
      <TrustMark trust={trust} />
    </>
  );
}
