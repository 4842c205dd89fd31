/** Open or all, and the way out of everything. */
import { useState } from 'react';
import { usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Segmented } from '../../ui/parts.tsx';
import { cancelAllOrders } from './cancelAll.ts';
import { planCancelAll } from './model.ts';
import { filterSetting } from './state.ts';

export function Header() {
  const [shown, setShown] = usePaneValue(filterSetting);
  const [isBusy, setBusy] = useState(false);
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const { may, title } = planCancelAll(account, wallet);
  const onCancelAll = async (): Promise<void> => {
    setBusy(true);
    await cancelAllOrders();
    setBusy(false);
  };
  return (
    <>
      <div className="orders-filter">
        <Segmented
          label="Orders shown"
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'open', label: 'Open' },
          ]}
        />
      </div>
      <button
        type="button"
        className="button small"
        disabled={isBusy || !may}
        title={title}
        onClick={() => void onCancelAll()}
      >
        {isBusy ? 'Cancelling…' : 'Cancel all · Shift F9'}
      </button>
    </>
  );
}
