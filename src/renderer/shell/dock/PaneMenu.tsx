/** Menu of one pane: link colour, market, duplicate, float, window of its own, close. */
import { DOCK_LABELS } from '#shared/text/workspaces/dockLabels.ts';
import { openHelp } from '../../domain/help.ts';
import type { ActionId } from '../../domain/keys/actions.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { findManualPage } from '../../domain/manual.ts';
import { marketName } from '../../domain/markets/markets.ts';
import { LINK_COLOURS, linkKeyOf, type PaneLink, useLinks } from '../../domain/workspaces/links.ts';
import { closePane, detachPane, duplicatePane, floatPane } from '../../domain/workspaces/paneRequests.ts';
import { setPaneLink, usePanes } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { MenuChoices, MenuItem, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { LinkMark } from '../LinkMark.tsx';
import { PANES } from '../registry.ts';
import { useDockMenus } from './dockMenus.ts';

const COLOUR_NAMES: Readonly<Record<PaneLink, string>> = {
  blue: 'Blue',
  green: 'Green',
  orange: 'Orange',
  violet: 'Violet',
  none: 'None: a market of its own',
};

export function PaneMenuItems(props: { readonly paneId: string }) {
  const { paneId } = props;
  const pane = usePanes((state) => state.panes[paneId]);
  const markets = useLinks((state) => state.markets);
  const { chooseMarket, describePane } = useDockMenus();
  const { isFloating, hasTabs } = describePane(paneId);
  if (!pane) return null;
  const isLinked = PANES.get(pane.name)?.link !== undefined;
  const nameOf = (link: PaneLink): string => {
    const id = markets[linkKeyOf(paneId, link)];
    const market = feed.catalogue()?.markets.find((one) => one.id === id);
    return market && link !== 'none' ? marketName(market) : '';
  };
  return (
    <>
      {isLinked ? (
        <>
          <MenuChoices<PaneLink>
            label={DOCK_LABELS.linkColour}
            value={pane.link}
            onChange={(link) => setPaneLink(paneId, link)}
            choices={[...LINK_COLOURS, 'none' as const].map((link) => ({
              value: link,
              label: (
                <>
                  <LinkMark link={link} /> {COLOUR_NAMES[link]} <span className="secondary">{nameOf(link)}</span>
                </>
              ),
            }))}
          />
          <MenuSeparator />
          <MenuItem onSelect={() => chooseMarket(linkKeyOf(paneId, pane.link))}>
            {DOCK_LABELS.chooseMarketAction}
          </MenuItem>
          <MenuItem onSelect={() => duplicatePane(paneId)}>
            {DOCK_LABELS.duplicatePane} <Shortcut action="panes.duplicate" />
          </MenuItem>
        </>
      ) : null}
      {findManualPage(pane.name) ? (
        <MenuItem onSelect={() => openHelp(pane.name)}>{DOCK_LABELS.helpOnThisPane}</MenuItem>
      ) : null}
      <MenuItem onSelect={() => floatPane(paneId)}>
        {isFloating ? DOCK_LABELS.putBackBesideOthers : DOCK_LABELS.floatAboveOthers} <Shortcut action="panes.float" />
      </MenuItem>
      <MenuItem onSelect={() => detachPane(paneId)}>
        {DOCK_LABELS.openInAWindowOfIts} <Shortcut action="panes.detach" />
      </MenuItem>
      {hasTabs ? (
        <MenuItem onSelect={() => detachPane(paneId, true)}>{DOCK_LABELS.openAllTabsInWindow}</MenuItem>
      ) : null}
      <MenuItem onSelect={() => closePane(paneId)}>
        {DOCK_LABELS.closePane} <Shortcut action="panes.close" />
      </MenuItem>
    </>
  );
}

/** The key of an action at the right of a menu item. */
export function Shortcut(props: { readonly action: ActionId }) {
  const key = useKeyLabel(props.action);
  return key === '' ? null : <span className="menu-key">{key}</span>;
}
