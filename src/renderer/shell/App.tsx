/** The window: top bar, dock, the dialogs above them, notices, and the keys that work everywhere. */
import { useEffect, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { formatReadOnly } from '#shared/text/readOnlyReasons.ts';
import { act } from '../act/bridge.ts';
import { feed, useFeed } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { cancelAllOrders } from '../panes/orders/cancelAll.ts';
import { useLink } from '../ui/linkGroup.ts';
import { useOverlay } from '../ui/overlay.ts';
import { Dock } from './Dock.tsx';
import { Notices } from './Notices.tsx';
import { TopBar, toggleArmed } from './TopBar.tsx';
import { Unlock } from './Unlock.tsx';
import { SecondKeyDialog } from './wizard/SecondKeyDialog.tsx';
import { Wizard } from './wizard/Wizard.tsx';

export function App() {
  const [info, setInfo] = useState<AppInfo | null>(null);
  const open = useOverlay((state) => state.open);
  const show = useOverlay((state) => state.show);

  useEffect(() => {
    void act('app.describe', {}).then((result) => {
      if (result.ok) setInfo(result.value);
      else useOverlay.getState().notify('bad', 'The terminal did not answer', result.error.message);
    });
  }, []);
  useFirstMarket();
  useKeys();

  return (
    <div className="app">
      <TopBar info={info} />
      <Dock />
      {open === 'wizard' && info ? <Wizard info={info} onClose={() => show(null)} /> : null}
      {open === 'unlock' ? <Unlock onClose={() => show(null)} /> : null}
      {open === 'secondKey' ? <SecondKeyDialog onClose={() => show(null)} /> : null}
      <Notices />
    </div>
  );
}

/** A terminal that opens on nothing looks broken: the most traded market is followed until one is chosen. */
function useFirstMarket(): void {
  const followed = useLink((state) => state.markets.blue);
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? null);
  useEffect(() => {
    if (followed !== null || markets === null) return;
    const open = markets.filter((market) => market.result === null || market.result === '');
    const [first] = (open.length > 0 ? open : [...markets]).sort((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0));
    if (first) useLink.getState().follow('blue', first.market);
  }, [followed, markets]);
}

function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F8') {
        event.preventDefault();
        const wallet = feed.wallet();
        if (wallet?.signer?.kind === 'none')
          useOverlay.getState().notify('warn', 'Nothing to arm', formatReadOnly(wallet.signer.reason));
        else if (wallet?.vault === 'unlocked' && wallet.setup?.status === 'ready') void toggleArmed();
        else useOverlay.getState().show(wallet?.vault === 'locked' ? 'unlock' : 'wizard');
      } else if (event.key === 'F9' && event.shiftKey) {
        event.preventDefault();
        void cancelAllOrders();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
