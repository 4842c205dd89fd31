/** Readiness of the wallet: what comes before its first order. */
import type { WalletView } from '#shared/ipc/views.ts';
import { useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';

/** The dialog that leads on, 'readOnly' where no key here signs, null for a wallet that can trade. */
export type FirstStep = 'wizard' | 'unlock' | 'readOnly' | null;

export function firstStepOf(wallet: Pick<WalletView, 'vault' | 'signer' | 'setup'> | null): FirstStep {
  if (wallet?.vault === 'locked') return 'unlock';
  if (wallet?.signer?.kind === 'none') return 'readOnly';
  return wallet?.vault === 'unlocked' && wallet.setup?.status === 'ready' ? null : 'wizard';
}

export function useFirstStep(): FirstStep {
  return useFeedValue([feedKey.wallet], (mirror) => firstStepOf(mirror.wallet()));
}
