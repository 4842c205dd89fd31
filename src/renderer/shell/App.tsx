/** Window: top bar, dock, dialogs, notices and global keys. */
import { CSPProvider } from '@base-ui/react/csp-provider';

import { useEffect, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { canArm } from '#shared/order/readiness.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { PREFERENCE_LABELS } from '#shared/text/preferences.ts';
import { formatReadiness } from '#shared/text/readiness.ts';
import { act } from '../act/bridge.ts';
import { currentNeeds } from '../act/watch.ts';
import { cancelSelected } from '../domain/cancelAll.ts';
import { panic, useExits } from '../domain/exits.ts';
import { findLostBook } from '../domain/feedState.ts';
import { followMarket, linkKeyOf, useLinks } from '../domain/links.ts';
import { usePanes } from '../domain/panes.ts';
import { loadPreferences } from '../domain/preferences.ts';
import { findDialog, readReadiness } from '../domain/readiness.ts';
import { feed, useFeed, useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useOverlay } from '../ui/overlay.ts';
import { Dock } from './Dock.tsx';
import { ExitBars } from './exits/ExitBars.tsx';
import { FlattenDialog } from './exits/FlattenDialog.tsx';
import { Notices } from './Notices.tsx';
import { TopBar, toggleArmed } from './TopBar.tsx';
import { Unlock } from './Unlock.tsx';
import { SecondKeyDialog } from './wizard/SecondKeyDialog.tsx';
import { Wizard } from './wizard/Wizard.tsx';

export function App() {
  const [info, setInfo] = useState<AppInfo | null>(null);
  const open = useOverlay((state) => state.open);
  const show = useOverlay((state) => state.show);
  const scope = useExits((state) => state.scope);

  useEffect(() => {
    void act('app.describe', {}).then((result) => {
      if (result.ok) setInfo(result.value);
      else useOverlay.getState().notify('bad', 'The terminal did not answer', formatBridgeError(result.error));
    });
  }, []);
  useStoredPreferences();
  useFirstMarket();
  useDisarmNotice();
  useKeys();

  return (
    // The page's content policy blocks style elements.
    <CSPProvider disableStyleElements>
      <div className="app">
        <TopBar info={info} />
        <div className="app-bars">
          <ExitBars />
        </div>
        <Dock />
        {open === 'wizard' && info ? <Wizard info={info} onClose={() => show(null)} /> : null}
        {open === 'unlock' ? <Unlock onClose={() => show(null)} /> : null}
        {open === 'secondKey' ? <SecondKeyDialog onClose={() => show(null)} /> : null}
        {scope ? <FlattenDialog key={JSON.stringify(scope)} scope={scope} /> : null}
        <Notices />
      </div>
    </CSPProvider>
  );
}

/** Loads the preferences, and names those that were replaced by their defaults. */
function useStoredPreferences(): void {
  useEffect(() => {
    const { notify } = useOverlay.getState();
    void loadPreferences().then((result) => {
      if (!result.ok) notify('bad', 'The preferences could not be read', formatBridgeError(result.error));
      else if (result.value.length > 0) {
        const names = result.value.map((name) => PREFERENCE_LABELS[name]).join(', ');
        notify('warn', 'Some preferences were not readable and are the default now', names);
      }
    });
  }, []);
}

/** Gives every pane without a market the most traded one, and once at start also the panes whose saved market is gone. */
function useFirstMarket(): void {
  const catalogue = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue());
  const panes = usePanes((state) => state.panes);
  const chosen = useLinks((state) => state.markets);
  const isStart = useRef(true);
  useEffect(() => {
    if (catalogue === null || catalogue.markets.length === 0) return;
    const isFirstWhole = isStart.current && catalogue.at === 'live';
    if (isFirstWhole) isStart.current = false;
    const listed = new Set(catalogue.markets.map((one) => one.market));
    const open = catalogue.markets.filter((one) => one.result === null || one.result === '');
    const [first] = (open.length > 0 ? open : catalogue.markets).toSorted(
      (a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0),
    );
    for (const [id, { link }] of Object.entries(panes)) {
      const key = linkKeyOf(id, link);
      const market = chosen[key];
      const isGone = market !== undefined && isFirstWhole && !listed.has(market);
      if (first && (market === undefined || isGone)) followMarket(key, first.market);
    }
  }, [catalogue, panes, chosen]);
}

/** Says which book disarmed trading; every other way to disarm is an act of the trader. */
function useDisarmNotice(): void {
  const isArmed = useFeedValue([feedKey.account], (mirror) => mirror.account()?.armed ?? false);
  const wasArmed = useRef(isArmed);
  useEffect(() => {
    if (wasArmed.current && !isArmed) {
      const lost = findLostBook(feed, currentNeeds().books);
      if (lost !== null) useOverlay.getState().notify('warn', 'Trading was disarmed', lost);
    }
    wasArmed.current = isArmed;
  }, [isArmed]);
}

function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F8') {
        event.preventDefault();
        pressArm();
      } else if (event.key === 'F9' && !event.shiftKey) {
        event.preventDefault();
        if (!event.repeat) void panic();
      } else if (event.key === 'F9') {
        event.preventDefault();
        void cancelSelected(ALL_ORDERS).then(({ tone, title, detail }) =>
          useOverlay.getState().notify(tone, title, detail),
        );
      }
    };
    // Before any dialog: a key that gets out never waits behind one.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** Arms or disarms trading, or opens the dialog of the step before. */
function pressArm(): void {
  const readiness = readReadiness(feed);
  const { notify, show } = useOverlay.getState();
  const dialog = findDialog(readiness.code);
  if (dialog !== null) show(dialog);
  else if (canArm(readiness)) void toggleArmed();
  else notify('warn', 'Nothing to arm', formatReadiness(readiness));
}
