/** Custody problem in the top bar, also while the wallet pane is hidden; a press opens the pane. */
import { openPane } from '../../domain/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { tellTrouble } from './model.ts';

export function Alert() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const trouble = wallet ? tellTrouble(wallet.custody) : null;
  if (trouble === null) return null;
  return (
    <span role="status">
      <button type="button" className="button pane-alert" title={trouble.text} onClick={() => openPane('wallet')}>
        {trouble.word} · Wallet
      </button>
    </span>
  );
}
