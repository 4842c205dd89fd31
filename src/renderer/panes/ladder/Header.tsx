/** Above the ladder: which outcome it shows, whether it follows the middle, and how far it may be believed. */
import { LocateFixed, Lock, LockOpen } from 'lucide-react';
import type { Side } from '#shared/market/outcome.ts';
import { useTrust } from '../../feed/bookTrust.ts';
import { useLinkedMarket } from '../../ui/linkGroup.ts';
import { TrustMark } from '../../ui/TrustMark.tsx';
import { centreWishes, isCentred, isLocked, shownSide } from './state.ts';

const SIDES: readonly Side[] = ['yes', 'no'];

export function LadderHeader() {
  const side = shownSide.use();
  const locked = isLocked.use();
  const centred = isCentred.use();
  const trust = useTrust(useLinkedMarket());
  return (
    <>
      <span className="ladder-sides" role="radiogroup" aria-label="Outcome shown">
        {SIDES.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a radio group drawn as buttons
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === side}
            className={one}
            title={one === side ? undefined : `Show the ladder of ${one}: prices at 1 − p, sides swapped`}
            data-testid={`ladder-side-${one}`}
            onClick={() => {
              shownSide.set(one);
              centreWishes.set(centreWishes.get() + 1);
            }}
          >
            {one}
          </button>
        ))}
      </span>
      <span className="ladder-tools">
        <button
          type="button"
          className={centred ? 'icon' : 'icon on'}
          title="Centre the best prices (C)"
          aria-label="Centre the best prices"
          data-testid="ladder-centre"
          onClick={() => centreWishes.set(centreWishes.get() + 1)}
        >
          <LocateFixed size={13} strokeWidth={1.8} />
        </button>
        <button
          type="button"
          className="icon"
          aria-pressed={locked}
          title={locked ? 'Follows the middle: click to let it stand' : 'Stands still: click to follow the middle'}
          aria-label="Follow the middle"
          data-testid="ladder-lock"
          onClick={() => isLocked.set(!locked)}
        >
          {locked ? <Lock size={12} strokeWidth={1.8} /> : <LockOpen size={12} strokeWidth={1.8} />}
        </button>
      </span>
      <TrustMark trust={trust} />
    </>
  );
}
