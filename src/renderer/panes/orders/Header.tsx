/** Filter of the orders shown, the export, and Cancel all. */
import { useState } from 'react';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { cancelSelected, checkCancelAll } from '../../domain/cancelAll.ts';
import { useKeyLabel, withKey } from '../../domain/hotkeys.ts';
import { usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Segmented } from '../../ui/parts.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { filterSetting } from './state.ts';

export function Header() {
  const [filter, setFilter] = usePaneValue(filterSetting);
  const cancelKey = useKeyLabel('trading.cancelAll');
  const [isBusy, setBusy] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const { isPossible, title } = checkCancelAll(account, wallet);
  const onCancelAll = async (): Promise<void> => {
    setBusy(true);
    const report = await cancelSelected(ALL_ORDERS);
    setBusy(false);
    useOverlay.getState().notify(report.tone, report.title, report.detail);
  };
  return (
    <>
      <div className="orders-filter">
        <Segmented
          label="Orders shown"
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'open', label: 'Open' },
          ]}
        />
      </div>
      <button
        type="button"
        className="button small"
        disabled={wallet?.vault !== 'unlocked'}
        title={wallet?.vault === 'unlocked' ? 'Write orders or fills to a file' : 'Unlock the vault to export'}
        onClick={() => setExporting(true)}
      >
        Export…
      </button>
      {isExporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
      <button
        type="button"
        className="button small"
        disabled={isBusy || !isPossible}
        title={title}
        onClick={() => void onCancelAll()}
      >
        {isBusy ? 'Cancelling…' : withKey('Cancel all', cancelKey)}
      </button>
    </>
  );
}
