/** Custody warning in the top bar, also while the Wallet pane is hidden; opens the pane. */
import { findCustodyWarning, formatWarning, formatWarningTitle } from '#shared/text/custody/custody.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';

export function Alert() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const warning = wallet ? findCustodyWarning(wallet.custody) : null;
  if (warning === null) return null;
  return (
    <PaneAlert
      text={`${formatWarningTitle(warning)} · Wallet`}
      short={formatWarningTitle(warning)}
      title={formatWarning(warning)}
      onOpen={() => openPane('wallet')}
    />
  );
}
