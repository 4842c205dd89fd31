/** Tape header: size filter and trust mark. */
import { useTapeTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket, usePaneValue } from '../../domain/panes.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';
import { SIZES } from './model.ts';
import { minimumSize } from './state.ts';

export function TapeHeader() {
  const [minimum, setMinimum] = usePaneValue(minimumSize);
  const trust = useTapeTrust(usePaneMarket());
  return (
    <>
      <select
        className="tape-minimum"
        aria-label="Smallest trade shown"
        title="Smallest trade shown, in contracts"
        data-testid="tape-minimum"
        value={minimum}
        onChange={(event) => setMinimum(SIZES[event.target.selectedIndex] ?? 0)}
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
