/** Above the book: how far it may be believed. */
import { useTrust } from '../../feed/bookTrust.ts';
import { useLinkedMarket } from '../../ui/linkGroup.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';

export function BookHeader() {
  return <TrustMark trust={useTrust(useLinkedMarket())} />;
}
