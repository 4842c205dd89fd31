/** The dock: panes in tabs that can be moved, restored as they were left. */
import {
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
  themeAbyss,
} from 'dockview-react';
import { EllipsisVertical } from 'lucide-react';
import { type FunctionComponent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { act } from '../act/bridge.ts';
import type { LinkKey } from '../domain/links.ts';
import { PaneContext, usePanes } from '../domain/panes.ts';
import { useLook } from '../ui/look.ts';
import { MenuAt, MenuButton } from '../ui/Menu.tsx';
import type { PaneDefinition } from '../ui/pane.ts';
import { openDock } from './dockControl.ts';
import { type DockMenus, DockMenusContext } from './dockMenus.ts';
import { LinkMark } from './LinkMark.tsx';
import { MarketDialog } from './MarketDialog.tsx';
import { PaneBoundary } from './PaneBoundary.tsx';
import { PaneMarket } from './PaneMarket.tsx';
import { PaneMenuItems } from './PaneMenu.tsx';
import { PANES } from './registry.ts';
import { parseLayout } from './savedLayout.ts';

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  [...PANES.values()].map((pane) => [
    pane.name,
    (props: IDockviewPanelProps) => (
      <PaneContext value={props.api.id}>
        <div className="pane">
          {pane.link === 'shows' ? <PaneMarket /> : null}
          <PaneBoundary title={pane.title}>
            <PaneContent View={pane.View} />
          </PaneBoundary>
        </div>
      </PaneContext>
    ),
  ]),
);

/** Renders again when the look changes, so that its texts are in the chosen formats. */
function PaneContent({ View }: Pick<PaneDefinition, 'View'>) {
  useLook();
  return (
    <div>
      <View />
    </div>
  );
}

function Tab(props: IDockviewPanelHeaderProps) {
  const { id } = props.api;
  const { Count, link: use } = PANES.get(props.api.component) ?? {};
  const link = usePanes(({ panes }) => panes[id]?.link ?? 'none');
  return (
    <PaneContext value={id}>
      <span className="dock-tab-line" data-pane={id}>
        {use ? <LinkMark link={link} title={link === 'none' ? 'Not linked' : `Linked: ${link}`} /> : null}
        <span className="dock-tab">{props.api.title}</span>
        {Count ? (
          <span className="dock-count">
            <Count />
          </span>
        ) : null}
      </span>
    </PaneContext>
  );
}

function HeaderActions(props: IDockviewHeaderActionsProps) {
  const { activePanel } = props;
  const Header = activePanel ? PANES.get(activePanel.view.contentComponent)?.Header : undefined;
  useLook();
  const link = usePanes(({ panes }) => (activePanel ? panes[activePanel.id]?.link : undefined));
  if (!activePanel) return null;
  const { id, title } = activePanel;
  return (
    <PaneContext value={id}>
      <div key={id} className="dock-actions" data-kind={activePanel.view.contentComponent}>
        {Header ? <Header /> : null}
        <MenuButton
          className="pane-menu-button"
          label={`Options of ${title ?? 'this pane'}${link === undefined || link === 'none' ? '' : `, linked ${link}`}`}
          title="Link colour, duplicate, close"
          face={<EllipsisVertical size={13} aria-hidden="true" />}
        >
          <PaneMenuItems paneId={id} />
        </MenuButton>
      </div>
    </PaneContext>
  );
}

interface LayoutSource {
  readonly text: string | null;
  readonly network: AppInfo['network'] | null;
}

export function Dock() {
  const [source, setSource] = useState<LayoutSource | undefined>(undefined);
  const close = useRef<(() => void) | null>(null);

  useEffect(() => {
    void Promise.all([act('layout.load', {}), act('app.describe', {})]).then(([layout, info]) =>
      setSource({ text: layout.ok ? layout.value : null, network: info.ok ? info.value.network : null }),
    );
    return () => close.current?.();
  }, []);

  const onReady = useCallback(
    ({ api }: DockviewReadyEvent) => {
      close.current?.();
      close.current = openDock(api, parseLayout(source?.text ?? null, [...PANES.keys()]), source?.network ?? null);
    },
    [source],
  );

  const [menu, setMenu] = useState<{ readonly paneId: string; readonly anchor: Element } | null>(null);
  const [choosing, setChoosing] = useState<LinkKey | null>(null);
  const menus = useMemo<DockMenus>(
    () => ({ openPaneMenu: (paneId, anchor) => setMenu({ paneId, anchor }), chooseMarket: setChoosing }),
    [],
  );
  const dock = useRef<HTMLDivElement>(null);
  const isLoaded = source !== undefined;
  useEffect(() => (isLoaded && dock.current ? listenToTabs(dock.current, menus) : undefined), [isLoaded, menus]);

  if (source === undefined) return <div className="dock" aria-busy="true" />;
  return (
    <DockMenusContext value={menus}>
      <div ref={dock} className="dock">
        <DockviewReact
          components={components}
          defaultTabComponent={Tab}
          rightHeaderActionsComponent={HeaderActions}
          onReady={onReady}
          theme={themeAbyss}
          disableFloatingGroups
        />
      </div>
      {menu ? (
        <MenuAt anchor={menu.anchor} onClose={() => setMenu(null)}>
          <PaneMenuItems paneId={menu.paneId} />
        </MenuAt>
      ) : null}
      {choosing ? <MarketDialog linkKey={choosing} onClose={() => setChoosing(null)} /> : null}
    </DockMenusContext>
  );
}

/** Opens a tab's menu by right click, by the menu key, or by a press on its link mark. */
function listenToTabs(dock: HTMLElement, menus: DockMenus): () => void {
  const paneOf = (target: EventTarget | null, within: string): { id: string; anchor: Element } | null => {
    const anchor = target instanceof Element ? target.closest(within) : null;
    const id = anchor?.closest('.dv-tab')?.querySelector<HTMLElement>('[data-pane]')?.dataset.pane;
    return anchor && id !== undefined ? { id, anchor } : null;
  };
  const onContextMenu = (event: Event): void => {
    const pane = paneOf(event.target, '.dv-tab');
    if (!pane) return;
    event.preventDefault();
    menus.openPaneMenu(pane.id, pane.anchor);
  };
  const onClick = (event: Event): void => {
    const pane = paneOf(event.target, '.link-mark');
    if (pane) menus.openPaneMenu(pane.id, pane.anchor);
  };
  dock.addEventListener('contextmenu', onContextMenu);
  dock.addEventListener('click', onClick);
  return () => {
    dock.removeEventListener('contextmenu', onContextMenu);
    dock.removeEventListener('click', onClick);
  };
}
