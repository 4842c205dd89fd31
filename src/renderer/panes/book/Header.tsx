/** Above the book: how far it may be believed. */
import { usePaneMarket } from '../../domain/panes.ts';
import { useTrust } from '../../feed/bookTrust.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';

export function BookHeader() {
  return <TrustMark trust={useTrust(usePaneMarket())} />;
}
