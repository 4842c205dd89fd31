/** The dock: panes in tabs that can be moved, restored as they were left. */
import {
  type DockviewApi,
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
  themeAbyss,
} from 'dockview-react';
import { ChevronDown, EllipsisVertical } from 'lucide-react';
import {
  Activity,
  Component,
  type ComponentType,
  Fragment,
  type FunctionComponent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { WindowLayout } from '#shared/ipc/workspaces.ts';
import { DOCK_LABELS } from '#shared/text/workspaces/dockLabels.ts';
import { act } from '../../act/bridge.ts';
import { useSelectedAccount } from '../../domain/account/accounts.ts';
import { marketName, marketTitle, useMarket } from '../../domain/markets/markets.ts';
import { type LinkKey, linkKeyOf } from '../../domain/workspaces/links.ts';
import { PaneContext, usePane, usePaneMarket, usePanes } from '../../domain/workspaces/panes.ts';
import {
  dockSession,
  loadWindowLayout,
  setDockSession,
  useWindowLayout,
} from '../../domain/workspaces/windowLayout.ts';
import { useWorkspaces } from '../../domain/workspaces/workspaces.ts';
import { listenToKeysIn } from '../../ui/keys.ts';
import { useLook } from '../../ui/look.ts';
import { MenuAt, MenuButton } from '../../ui/overlay/Menu.tsx';
import type { PaneDefinition } from '../../ui/pane.ts';
import { LinkMark } from '../LinkMark.tsx';
import { PANES } from '../registry.ts';
import { openDock } from './dockControl.ts';
import { type DockMenus, DockMenusContext, useDockMenus } from './dockMenus.ts';
import { acceptMarkets } from './dropMarket.ts';
import { MarketDialog } from './MarketDialog.tsx';
import { PaneMenuItems } from './PaneMenu.tsx';
import { useControlsBelow, usePlacedControls } from './paneControls.ts';
import { usePaneScroll } from './paneScroll.ts';

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  [...PANES.values()].map((pane) => [
    pane.name,
    (props: IDockviewPanelProps) => (
      <PaneContext value={props.api.id}>
        <div className="pane" data-pane-id={props.api.id}>
          {pane.Header ? <ControlsLine api={props.api} kind={pane.name} Header={pane.Header} /> : null}
          {pane.link === 'shows' ? <PaneMarket /> : null}
          <PaneOfAccount>
            <PaneBoundary title={pane.title}>
              <PaneContent pane={pane} api={props.api} />
            </PaneBoundary>
          </PaneOfAccount>
        </div>
      </PaneContext>
    ),
  ]),
);

/** Starts the pane again when another account is selected, so that no form or report of the one before stays. */
function PaneOfAccount(props: { readonly children: ReactNode }) {
  return <Fragment key={useSelectedAccount()}>{props.children}</Fragment>;
}

/** True while the pane is in front of its tabs. */
function useIsInFront(api: IDockviewPanelProps['api']): boolean {
  return useSyncExternalStore(
    useCallback(
      (onChange: () => void) => {
        const subscription = api.onDidVisibilityChange(onChange);
        return () => subscription.dispose();
      },
      [api],
    ),
    () => api.isVisible,
  );
}

interface ControlsLineProps extends Pick<IDockviewPanelProps, 'api'> {
  readonly kind: string;
  readonly Header: ComponentType;
}

/** Controls of a pane whose tabs have no room beside them. */
function ControlsLine(props: ControlsLineProps) {
  useLook();
  const isInFront = useIsInFront(props.api);
  if (!useControlsBelow(props.api.id) || !isInFront) return null;
  return (
    <div className={`pane-controls ${props.kind}-controls below`}>
      <props.Header />
    </div>
  );
}

/**
 * A pane's View. Behind another tab it keeps its state without effects, so without subscriptions, timers and streams; when it is
 * in front again, all of it renders at once. Also renders again when the look changes, so that its texts are in the chosen formats.
 */
function PaneContent({ pane, api }: { readonly pane: PaneDefinition } & Pick<IDockviewPanelProps, 'api'>) {
  useLook();
  const isInFront = useIsInFront(api);
  const runs = isInFront || pane.runsHidden?.(api.id) === true;
  return (
    <Activity mode={runs ? 'visible' : 'hidden'}>
      <ScrolledView pane={pane} id={api.id} />
    </Activity>
  );
}

/** Its effects end and begin with those of the View. */
function ScrolledView({ pane, id }: { readonly pane: PaneDefinition; readonly id: string }) {
  const box = useRef<HTMLDivElement>(null);
  usePaneScroll(id, box);
  return (
    <div ref={box}>
      <pane.View />
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
        {use ? (
          <LinkMark link={link} title={link === 'none' ? DOCK_LABELS.notLinked : DOCK_LABELS.linked(link)} />
        ) : null}
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
  const actions = useRef<HTMLDivElement>(null);
  usePlacedControls(actions, activePanel?.id ?? null, props.panels.length);
  const isBelow = useControlsBelow(activePanel?.id ?? '');
  const Header = activePanel ? PANES.get(activePanel.view.contentComponent)?.Header : undefined;
  useLook();
  const link = usePanes(({ panes }) => (activePanel ? panes[activePanel.id]?.link : undefined));
  if (!activePanel) return null;
  const { id, title } = activePanel;
  return (
    <PaneContext value={id}>
      <div key={id} ref={actions} className="dock-actions">
        {Header && !isBelow ? (
          <div className={`pane-controls ${activePanel.view.contentComponent}-controls`}>
            <Header />
          </div>
        ) : null}
        <MenuButton
          className="pane-menu-button"
          label={`Options of ${title ?? DOCK_LABELS.thisPane}${link === undefined || link === 'none' ? '' : `, linked ${link}`}`}
          title={DOCK_LABELS.optionsOf(title ?? DOCK_LABELS.thisPane)}
          face={<EllipsisVertical size={13} aria-hidden="true" />}
        >
          <PaneMenuItems paneId={id} />
        </MenuButton>
      </div>
    </PaneContext>
  );
}

/** The dock of the workspace that is open. */
export function Dock() {
  const layout = useWindowLayout((state) => state.layout);
  const view = useWorkspaces();
  const isOther = layout?.window === 'main' && view !== null && view.generation > layout.generation;
  useEffect(() => {
    void loadWindowLayout();
  }, []);
  useEffect(() => {
    if (isOther) void dockSession()?.flush().then(loadWindowLayout);
  }, [isOther]);
  if (layout === null) return <div className="dock" aria-busy="true" />;
  return <WorkspaceDock key={layout.generation} layout={layout} />;
}

function WorkspaceDock({ layout }: { readonly layout: WindowLayout }) {
  const network = useWindowLayout((state) => state.network);
  const api = useRef<DockviewApi | null>(null);
  useEffect(() => () => setDockSession(null), []);
  const onReady = useCallback(
    (event: DockviewReadyEvent) => {
      api.current = event.api;
      setDockSession(openDock(event.api, layout, network));
    },
    [layout, network],
  );
  const returned = useWorkspaces()?.returned ?? 0;
  useEffect(() => {
    if (layout.window === 'main' && returned > 0) void dockSession()?.takeReturned();
  }, [layout, returned]);

  const [menu, setMenu] = useState<{ readonly paneId: string; readonly anchor: Element } | null>(null);
  const [choosing, setChoosing] = useState<LinkKey | null>(null);
  const menus = useMemo<DockMenus>(
    () => ({
      openPaneMenu: (paneId, anchor) => setMenu({ paneId, anchor }),
      chooseMarket: setChoosing,
      describePane: (paneId) => {
        const panel = api.current?.getPanel(paneId);
        return {
          isFloating: panel?.api.location.type === 'floating',
          hasTabs: (panel?.group.panels.length ?? 0) > 1,
        };
      },
    }),
    [],
  );
  const dock = useRef<HTMLDivElement>(null);
  useEffect(() => (dock.current ? listenToTabs(dock.current, menus) : undefined), [menus]);
  useEffect(() => (dock.current ? acceptMarkets(dock.current) : undefined), []);
  useEffect(() => (dock.current ? keepFloatingRoles(dock.current) : undefined), []);
  useEffect(() => (dock.current ? followFocus(dock.current, () => api.current) : undefined), []);

  return (
    <DockMenusContext value={menus}>
      <div ref={dock} className="dock">
        <DockviewReact
          components={components}
          defaultTabComponent={Tab}
          rightHeaderActionsComponent={HeaderActions}
          onReady={onReady}
          floatingGroupBounds="boundedWithinViewport"
          theme={themeAbyss}
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

/**
 * Opens a tab's menu by right click, by the menu key, or by a press on its link mark. Inside a pane the menu key opens the menu
 * of the table row, else that of the pane.
 */
function listenToTabs(dock: HTMLElement, menus: DockMenus): () => void {
  let isByKey = false;
  const onKey = ({ key, shiftKey }: KeyboardEvent): void => {
    isByKey = key === 'ContextMenu' || (key === 'F10' && shiftKey);
  };
  const onPointerDown = (): void => {
    isByKey = false;
  };
  const paneOf = (target: EventTarget | null, within: string): { id: string; anchor: Element } | null => {
    const anchor = target instanceof Element ? target.closest(within) : null;
    const id = anchor?.closest('.dv-tab')?.querySelector<HTMLElement>('[data-pane]')?.dataset.pane;
    return anchor && id !== undefined ? { id, anchor } : null;
  };
  const onContextMenu = (event: Event): void => {
    const pane = paneOf(event.target, '.dv-tab');
    if (pane) {
      event.preventDefault();
      menus.openPaneMenu(pane.id, pane.anchor);
    } else if (isByKey) {
      const button = findMenuButton(event.target);
      if (button === null) return;
      // A right click on the ladder cancels; the key is no click.
      event.stopPropagation();
      event.preventDefault();
      button.click();
    }
  };
  const onClick = (event: Event): void => {
    const pane = paneOf(event.target, '.link-mark');
    if (pane) menus.openPaneMenu(pane.id, pane.anchor);
  };
  const stopKeys = listenToKeysIn(dock, onKey);
  dock.addEventListener('pointerdown', onPointerDown, { capture: true });
  dock.addEventListener('contextmenu', onContextMenu);
  dock.addEventListener('click', onClick);
  return () => {
    stopKeys();
    dock.removeEventListener('pointerdown', onPointerDown, { capture: true });
    dock.removeEventListener('contextmenu', onContextMenu);
    dock.removeEventListener('click', onClick);
  };
}

/** The button of the menu for what has the focus; null in a text field, which has a menu of its own. */
function findMenuButton(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || target.closest('input, textarea, [contenteditable="true"]')) return null;
  const inRow = target.closest('tr[data-row]')?.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  return inRow ?? target.closest('.dv-groupview')?.querySelector<HTMLElement>('.pane-menu-button') ?? null;
}

const EVENTS = ['focusin', 'pointerdown'] as const;

/**
 * `dock` is around the groups of `api`, which is null before the library is ready. Returns a function that stops.
 *
 * Invariants  The docking library does so when the focus comes from outside of the group. It misses a focus that leaves the group
 *             and returns before its timer, and a press in a pane that kept the focus while another pane was shown.
 */
function followFocus(dock: HTMLElement, api: () => DockviewApi | null): () => void {
  const follow = ({ target }: Event): void => {
    const content = target instanceof Element ? target.closest('.dv-content-container') : null;
    const group = content === null ? undefined : api()?.groups.find(({ element }) => element.contains(content));
    if (group && group !== api()?.activeGroup) group.api.setActive();
  };
  for (const name of EVENTS) dock.addEventListener(name, follow);
  return () => {
    for (const name of EVENTS) dock.removeEventListener(name, follow);
  };
}

/**
 * Roles of floating panes: groups, as they block nothing.
 *
 * The docking library calls them dialogs and orders them by `aria-level`, which neither role allows; their order is also in
 * their style.
 */
const FLOATING = '.dv-resize-container';
const NOT_OURS = ['aria-level', 'aria-modal'] as const;

/**
 * Keeps the roles of the floating panes in `dock`; the returned function stops it.
 *

 */
function keepFloatingRoles(dock: HTMLElement): () => void {
  const mend = (): void => {
    for (const element of dock.querySelectorAll(FLOATING)) {
      if (element.getAttribute('role') !== 'group') element.setAttribute('role', 'group');
      for (const name of NOT_OURS) if (element.hasAttribute(name)) element.removeAttribute(name);
    }
  };
  const observer = new MutationObserver(mend);
  observer.observe(dock, { subtree: true, childList: true, attributes: true, attributeFilter: ['role', ...NOT_OURS] });
  mend();
  return () => observer.disconnect();
}

/** Error boundary of one pane; the others keep running. */
interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

class PaneBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    void act('app.reportFault', { where: this.props.title.slice(0, 80), message: error.message.slice(0, 500) });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <span>
          {this.props.title} {DOCK_LABELS.stoppedBecauseOfAnErrorThe}
        </span>
        <span>
          <button type="button" className="button" onClick={() => this.setState({ failed: false })}>
            Reopen
          </button>
        </span>
      </div>
    );
  }
}

/** The market of a pane, shown while the window has several markets; a click opens the market chooser. */
function PaneMarket() {
  const { linkKey } = usePane();
  const id = usePaneMarket();
  const market = useMarket(id);
  const { chooseMarket } = useDockMenus();
  const isShown = usePanes(({ panes }) => countLinks(panes) > 1);
  if (!isShown) return null;
  return (
    <button
      type="button"
      className="pane-market"
      title={market ? DOCK_LABELS.chooseAnotherMarket(marketTitle(market)) : DOCK_LABELS.chooseMarket}
      data-testid="pane-market"
      onClick={() => chooseMarket(linkKey)}
    >
      <span>{market ? marketName(market) : (id ?? DOCK_LABELS.noMarket)}</span>
      <ChevronDown size={11} aria-hidden="true" />
    </button>
  );
}

/** How many link groups and unlinked panes show a market. */
function countLinks(panes: ReturnType<typeof usePanes.getState>['panes']): number {
  const keys = Object.entries(panes).flatMap(([id, { name, link }]) => {
    const use = PANES.get(name)?.link;
    return use === 'shows' || use === 'names' ? [linkKeyOf(id, link)] : [];
  });
  return new Set(keys).size;
}
