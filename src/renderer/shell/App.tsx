/** Window: top bar, dock, dialogs, notices and global keys. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { PREFERENCES } from '#shared/ipc/preferences.ts';
import type { Arrangement } from '#shared/ipc/workspaces.ts';
import type { Market } from '#shared/market/market.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { setClockOffset } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../act/bridge.ts';
import { currentNeeds } from '../act/watch.ts';
import { forgetAccount, readAccounts } from '../domain/account/accounts.ts';
import { listTemplateActions } from '../domain/conditionals/templates.ts';
import { useExits } from '../domain/exits/exits.ts';
import { useExportRequest } from '../domain/exportRequests.ts';
import { findLostBook } from '../domain/feedState.ts';
import { registerActions, useActions } from '../domain/keys/actions.ts';
import { findUnlisted, useKeptMarkets } from '../domain/markets/keptMarkets.ts';
import { watchMarketChanges } from '../domain/markets/marketChange.ts';
import { useListing } from '../domain/markets/markets.ts';
import { attemptOf, DISARMED, EVENT } from '../domain/noticeFacts.ts';
import { marketOfEntry, usePalette } from '../domain/palette.ts';
import { usePreferenceStore, usePreferences } from '../domain/preferences.ts';
import { openSounds, openWebPlayer, watchSounds } from '../domain/sound.ts';
import { TOUR_ACTIONS } from '../domain/tour.ts';
import { followMarket, LINK_COLOURS, type LinkKey, linkKeyOf, marketOf, useLinks } from '../domain/workspaces/links.ts';
import { usePanes } from '../domain/workspaces/panes.ts';
import { useIsDetached, useWindowLayout } from '../domain/workspaces/windowLayout.ts';
import { feed, useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useLook } from '../ui/look.ts';
import { useOverlay } from '../ui/overlay/overlay.ts';
import { AccountDialogs } from './accounts/AccountDialogs.tsx';
import { LockDialog } from './custody/LockDialog.tsx';
import { Unlock } from './custody/Unlock.tsx';
import { Dock } from './dock/Dock.tsx';
import { listPlaces } from './dock/defaultLayout.ts';
import { DryRunDialog } from './dryRun/DryRunDialog.tsx';
import { EXIT_ACTIONS } from './exits/actions.ts';
import { FlattenDialog } from './exits/FlattenDialog.tsx';
import { EXPORT_ACTIONS, ExportDialog } from './exports/ExportDialog.tsx';
import { KeysOverlay } from './hotkeys/KeysOverlay.tsx';
import { listenToKeys } from './hotkeys/listen.ts';
import { listLadderKeys, listPaneActions, SHELL_ACTIONS } from './hotkeys/shellActions.ts';
import { NoticeHistory, useNoticesOfFeed } from './Notices.tsx';
import { Palette } from './palette/Palette.tsx';
import { PANES } from './registry.ts';
import { PositionLine, StatusLine } from './StatusLine.tsx';
import { AbsenceStrip, NetworkStrip } from './Strips.tsx';
import { DetachedBar, TopBar } from './TopBar.tsx';
import { Tour } from './tour/Tour.tsx';
import { SecondKeyDialog } from './wizard/SecondKeyForm.tsx';
import { Wizard } from './wizard/Wizard.tsx';
import { WORKSPACE_ACTIONS } from './workspaces/commands.ts';
import { WorkspaceDialogs } from './workspaces/WorkspaceDialogs.tsx';

export function App() {
  const [info, setInfo] = useState<AppInfo | null>(null);
  const open = useOverlay((state) => state.open);
  const show = useOverlay((state) => state.show);
  const scope = useExits((state) => state.scope);
  const exporting = useExportRequest((state) => state.request);
  useLook();
  useClockOffset();
  const isDetached = useIsDetached();

  useEffect(() => {
    void act('app.describe', {}).then((result) => {
      if (result.ok) setInfo(result.value);
      else
        useOverlay.getState().notify('bad', 'The terminal did not answer', formatBridgeError(result.error), {
          kind: 'silence',
          sinceMs: Date.now(),
        });
    });
  }, []);
  useStoredPreferences();
  useFirstMarkets();
  useDisarmNotice();
  useNoticesOfFeed();
  useDisarmOnMarketChange();
  useForgetAccount();
  useKeys();
  useEffect(() => watchSounds(feed, openSounds(openWebPlayer())), []);
  usePaneActions(info?.network ?? null);
  const templates = usePreferences((preferences) => preferences.templates);
  useEffect(() => registerActions(listTemplateActions(templates)), [templates]);

  return (
    // The page's content policy blocks style elements.
    <CSPProvider disableStyleElements>
      <div className="app" data-network={info?.network} data-window={isDetached ? 'detached' : 'main'}>
        <NetworkStrip network={info?.network ?? null} />
        {isDetached ? <DetachedBar info={info} /> : <TopBar info={info} />}
        {isDetached ? null : <PositionLine />}
        <AbsenceStrip />
        <Dock />
        <StatusLine />
        {open === 'wizard' && info ? <Wizard info={info} onClose={() => show(null)} /> : null}
        {open === 'apiKey' && info ? <Wizard info={info} reconnects onClose={() => show(null)} /> : null}
        {open === 'unlock' ? <Unlock onClose={() => show(null)} /> : null}
        {open === 'notices' ? <NoticeHistory onClose={() => show(null)} /> : null}
        {open === 'secondKey' ? <SecondKeyDialog onClose={() => show(null)} /> : null}
        {open === 'keys' ? <KeysOverlay onClose={() => show(null)} /> : null}
        {scope ? <FlattenDialog key={JSON.stringify(scope)} scope={scope} /> : null}
        {info ? <Palette network={info.network} /> : null}
        {exporting ? (
          <ExportDialog request={exporting} onClose={() => useExportRequest.setState({ request: null })} />
        ) : null}
        <LockDialog />
        <DryRunDialog />
        <WorkspaceDialogs />
        <AccountDialogs />
        <Tour />
      </div>
    </CSPProvider>
  );
}

/** Exchange time is UTC by the exchange's clock. */
function useClockOffset(): void {
  const offsetMs = useFeedValue([feedKey.health], (mirror) => mirror.clockOffsetMs());
  useEffect(() => setClockOffset(offsetMs ?? 0), [offsetMs]);
}

/** Says which preferences and workspaces are not the stored ones. */
function useStoredPreferences(): void {
  useEffect(() => {
    const { notify } = useOverlay.getState();
    const { failure, replaced, workspacesAside } = usePreferenceStore.getState();
    if (failure) notify('bad', 'The preferences could not be read', formatBridgeError(failure), EVENT);
    if (workspacesAside !== null) {
      const detail = `What could be read is open. The file as it was found is in the data folder: ${workspacesAside}`;
      notify('bad', 'Not all saved workspaces were readable', detail, EVENT);
    }
    if (replaced.length === 0) return;
    const names = replaced.map((name) => PREFERENCES[name].label).join(', ');
    notify('warn', 'Some preferences were not readable and are the default now', names, EVENT);
  }, []);
}

/** Says which book disarmed trading; every other way to disarm is an act of the trader. */
function useDisarmNotice(): void {
  const isArmed = useFeedValue([feedKey.account], (mirror) => mirror.account()?.armed ?? false);
  const wasArmed = useRef(isArmed);
  useEffect(() => {
    if (wasArmed.current && !isArmed) {
      const lost = findLostBook(feed, currentNeeds().books);
      if (lost !== null) useOverlay.getState().notify('warn', 'Trading was disarmed', lost, DISARMED);
    }
    wasArmed.current = isArmed;
  }, [isArmed]);
}

/** A click must not meet a market that the trader has just left. */
function useDisarmOnMarketChange(): void {
  useEffect(
    () =>
      watchMarketChanges((title, detail, isDisarmed) =>
        useOverlay
          .getState()
          .notify(isDisarmed ? 'warn' : 'bad', title, detail, isDisarmed ? DISARMED : attemptOf('disarm')),
      ),
    [],
  );
}

/** Nothing that the page keeps of one account stays when another one is selected; the panes start again by themselves. */
function useForgetAccount(): void {
  const account = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.account ?? null);
  const before = useRef(account);
  useEffect(() => {
    const isOther = before.current !== null && account !== null && before.current !== account;
    before.current = account ?? before.current;
    if (!isOther) return;
    forgetAccount();
    const { show, dismissAll, notify } = useOverlay.getState();
    show(null);
    dismissAll();
    const label = readAccounts(feed).find(({ id }) => id === account)?.label ?? '';
    notify('good', `Switched to ${label}`, 'Trading is disarmed', DISARMED);
  }, [account]);
}

/** The window's own actions, and the listener of all keys. */
function useKeys(): void {
  // Before the first paint: a key that is pressed as soon as the window shows must not be lost.
  useLayoutEffect(() => {
    const remove = registerActions([
      ...SHELL_ACTIONS,
      ...EXIT_ACTIONS,
      ...listLadderKeys(PANES.get('ladder')!),
      ...EXPORT_ACTIONS,
      ...WORKSPACE_ACTIONS,
      ...TOUR_ACTIONS,
    ]);
    const stop = listenToKeys(window);
    return () => {
      stop();
      remove();
    };
  }, []);
}

/** One action for every kind of pane that this network has, and the panes' own for lists of all keys. */
function usePaneActions(network: AppInfo['network'] | null): void {
  useEffect(() => {
    const panes = listPlaces(network).flatMap((name) => PANES.get(name) ?? []);
    useActions.setState({ ofPanes: panes.flatMap(({ name, actions }) => actions?.(name) ?? []) });
  }, [network]);
  useEffect(
    () => registerActions(listPaneActions(listPlaces(network).flatMap((name) => PANES.get(name) ?? []))),
    [network],
  );
}

/** The markets to show first: the most traded ones, or those of the event that is traded most. */
function listFirstMarkets(markets: readonly Market[], arrangement: Arrangement): readonly Market[] {
  const open = markets.filter((one) => one.result === null || one.result === '');
  const byVolume = (open.length > 0 ? open : markets).toSorted((a, b) => (b.volume24h ?? 0) - (a.volume24h ?? 0));
  if (arrangement !== 'event') return byVolume;
  const outcomes = byVolume.map(({ eventId }) => byVolume.filter((one) => eventId !== null && one.eventId === eventId));
  return outcomes.find((list) => list.length >= LINK_COLOURS.length - 1) ?? byVolume;
}

/** The market of a pane without one: colours show different ones, but where one market is the subject. */
function firstMarketOf(key: LinkKey, first: readonly Market[], arrangement: Arrangement): Market | null {
  const colours: readonly LinkKey[] = LINK_COLOURS;
  const at = arrangement === 'market' ? 0 : colours.indexOf(key);
  return first[Math.max(at, 0)] ?? first[0] ?? null;
}

/** Also, once at start, for the panes whose saved market is gone. Colours get their market in the main window alone. */
function useFirstMarkets(): void {
  const listing = useListing();
  const at = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.at ?? null);
  const panes = usePanes((state) => state.panes);
  const layout = useWindowLayout((state) => state.layout);
  const recent = usePalette((state) => state.recent);
  const linked = useLinks(({ markets }) => markets);
  useKeptMarkets([...Object.values(linked).filter((id) => id !== undefined), ...recent.flatMap(marketOfEntry)]);
  const isStart = useRef(true);
  useEffect(() => {
    if (layout === null || listing.length === 0) return;
    // Markets of the last run have no volumes to choose by.
    if (feed.catalogue()?.failure?.code === 'lastRun') return;
    const first = listFirstMarkets(feed.catalogue()?.markets ?? listing, layout.arrangement);
    const choose = (isGone: (market: MarketId) => boolean): void => {
      for (const [id, { link }] of Object.entries(panes)) {
        if (layout.window === 'detached' && link !== 'none') continue;
        const key = linkKeyOf(id, link);
        // Now, not as it was rendered: a market that was chosen meanwhile stays.
        const market = marketOf(key);
        const next = firstMarketOf(key, first, layout.arrangement);
        if (next && (market === null || isGone(market))) followMarket(key, next.id);
      }
    };
    choose(() => false);
    if (!isStart.current || at !== 'live') return;
    isStart.current = false;
    void findUnlisted().then((unlisted) => {
      if (unlisted.size > 0) choose((market) => unlisted.has(market));
    });
  }, [listing, at, panes, layout]);
}
