/** Above the book: how far it may be believed. */

import { useTrust } from '../../domain/bookTrust.ts';
import { usePaneMarket } from '../../domain/panes.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';

export function BookHeader() {
  return <TrustMark trust={useTrust(usePaneMarket())} />;
}
