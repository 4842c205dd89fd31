/** Book header: trust mark. */
import { useTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket } from '../../domain/panes.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';

export function BookHeader() {
  return <TrustMark trust={useTrust(usePaneMarket())} />;
}
