/** Alerts of the Wallet pane: an older vault, lost settings or stored orders, changed markets; each with its way out. */

import type { ProtectedGroup } from '#shared/ipc/custody.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import type { MarketIds, MarketPinChange } from '#shared/order/wallet/pins.ts';
import { formatWarning, formatWarningTitle } from '#shared/text/custody/custody.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { useMarketTitle } from '../../domain/markets/markets.ts';
import { usePaneId, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { shorten } from '../../ui/shorten.ts';
import { openForm, showForm } from './state.ts';

export function OlderVaultAlert(props: { readonly wallet: WalletView }) {
  const { older } = props.wallet.custody;
  const paneId = usePaneId();
  const [open] = usePaneValue(openForm);
  if (older === null) return null;
  const warning = { code: 'olderVault', parameters: older } as const;
  return (
    <div className="wallet-alert" role="alert">
      <p>
        <strong>{formatWarningTitle(warning)}.</strong> {formatWarning(warning)}{' '}
        {WALLET_PANE_LABELS.ifYouDidNotRestoreIt}
      </p>
      {props.wallet.vault !== 'unlocked' ? (
        <span className="secondary">{WALLET_PANE_LABELS.unlockToAcceptThisVault}</span>
      ) : open === 'older' ? null : (
        <button type="button" className="button small" onClick={() => showForm(paneId, 'older')}>
          {WALLET_PANE_LABELS.iRestoredThisVault}
        </button>
      )}
    </div>
  );
}

const GROUP_BUTTONS: Readonly<Record<ProtectedGroup, string>> = {
  orderLimit: 'Set order limit…',
  lockTimes: 'Set lock times…',
  pins: 'Accept wallet…',
};

/** Stays until a person has set every group of the protected settings again. */
export function ProtectionAlert(props: { readonly wallet: WalletView }) {
  const { loss } = props.wallet.custody;
  const paneId = usePaneId();
  if (loss === null) return null;
  const warning = { code: 'protectionLost', parameters: loss } as const;
  const setAgain = (group: ProtectedGroup): void => {
    if (group === 'pins') useOverlay.getState().show('wizard');
    else showForm(paneId, group === 'orderLimit' ? 'limit' : 'locks');
  };
  return (
    <div className="wallet-alert" role="alert">
      <p>
        <strong>{formatWarningTitle(warning)}.</strong> {formatWarning(warning)}
      </p>
      {props.wallet.vault !== 'unlocked' ? (
        <span className="secondary">{WALLET_PANE_LABELS.unlockToSetThem}</span>
      ) : (
        loss.groups.map((group) => (
          <button key={group} type="button" className="button small" onClick={() => setAgain(group)}>
            {GROUP_BUTTONS[group]}
          </button>
        ))
      )}
    </div>
  );
}

/** Stays until a person confirms that conditional orders or the order journal are not as they were stored here. */
export function ConsentAlert(props: { readonly wallet: WalletView }) {
  const { consentLosses } = props.wallet.custody;
  const paneId = usePaneId();
  const [open] = usePaneValue(openForm);
  if (consentLosses.length === 0) return null;
  const warning = { code: 'consentLost', parameters: { losses: consentLosses } } as const;
  return (
    <div className="wallet-alert" role="alert">
      <p>
        <strong>{formatWarningTitle(warning)}.</strong> {formatWarning(warning)}{' '}
        {WALLET_PANE_LABELS.ifYouDidNotRestoreA}
      </p>
      {open === 'consent' ? null : (
        <button type="button" className="button small" onClick={() => showForm(paneId, 'consent')}>
          Confirm…
        </button>
      )}
    </div>
  );
}

/** Stays until the ids are as pinned again, or a person accepts them. */
export function ChangedMarketAlerts(props: { readonly wallet: WalletView }) {
  const { changedMarkets } = props.wallet.custody;
  return changedMarkets.map((change) => <ChangedMarketAlert key={change.market} change={change} />);
}

const IDS: Readonly<Record<keyof MarketIds, string>> = {
  conditionId: 'Condition',
  yesTokenId: 'YES token',
  noTokenId: 'NO token',
};

function ChangedMarketAlert(props: { readonly change: MarketPinChange }) {
  const { market, before, now } = props.change;
  const title = useMarketTitle(market);
  const paneId = usePaneId();
  const [open] = usePaneValue(openForm);
  const form = `market ${market}` as const;
  const names = (Object.keys(IDS) as (keyof MarketIds)[]).filter((name) => before[name] !== now[name]);
  const isExchanged = before.yesTokenId === now.noTokenId && before.noTokenId === now.yesTokenId;
  return (
    <div className="wallet-alert" role="alert">
      <p>
        <strong>{title} changed.</strong> {isExchanged ? WALLET_PANE_LABELS.yesAndNOAreExchanged : ''}
        {names.map((name) => (
          <span key={name} title={`${before[name]} → ${now[name]}`}>
            {IDS[name]} <span className="mono">{shorten(now[name])}</span>
            {WALLET_PANE_LABELS.was} <span className="mono">{shorten(before[name])}</span>.{' '}
          </span>
        ))}
        {WALLET_PANE_LABELS.noOrderIsSignedThere}
      </p>
      {open === form ? null : (
        <button type="button" className="button small" onClick={() => showForm(paneId, form)}>
          Accept…
        </button>
      )}
    </div>
  );
}
