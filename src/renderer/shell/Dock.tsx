/** The dock: panes in tabs that can be moved, kept as the trader left them, a broken layout replaced by the default. */
import {
  type DockviewApi,
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  themeAbyss,
} from 'dockview-react';
import { type FunctionComponent, useCallback, useEffect, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { act } from '../act/bridge.ts';
import { buildDefaultLayout } from './defaultLayout.ts';
import { PaneBoundary } from './PaneBoundary.tsx';
import { PANES } from './registry.ts';

const LAYOUT_VERSION = 1;
const SAVE_AFTER_MS = 800;

const components: Record<string, FunctionComponent> = Object.fromEntries(
  [...PANES.values()].map((pane) => [
    pane.name,
    () => (
      <PaneBoundary title={pane.title}>
        <pane.View />
      </PaneBoundary>
    ),
  ]),
);

function Tab(props: IDockviewPanelHeaderProps) {
  const Count = PANES.get(props.api.id)?.Count;
  return (
    <span className="dock-tab-line">
      <span className="dock-tab">{props.api.title}</span>
      {Count ? (
        <span className="dock-count">
          <Count />
        </span>
      ) : null}
    </span>
  );
}

function HeaderActions(props: IDockviewHeaderActionsProps) {
  const Header = props.activePanel ? PANES.get(props.activePanel.id)?.Header : undefined;
  return Header ? (
    <div className="dock-actions">
      <Header />
    </div>
  ) : null;
}

interface Found {
  readonly saved: string | null;
  readonly network: AppInfo['network'] | null;
}

export function Dock() {
  const [found, setFound] = useState<Found | undefined>(undefined);
  const timer = useRef<number | null>(null);

  useEffect(() => {
    void Promise.all([act('layout.load', {}), act('app.describe', {})]).then(([layout, info]) =>
      setFound({ saved: layout.ok ? layout.value : null, network: info.ok ? info.value.network : null }),
    );
    return () => {
      if (timer.current !== null) window.clearTimeout(timer.current);
    };
  }, []);

  const onReady = useCallback(
    ({ api }: DockviewReadyEvent) => {
      if (!restore(api, found?.saved ?? null)) buildDefaultLayout(api, found?.network ?? null);
      api.onDidLayoutChange(() => {
        if (timer.current !== null) window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => {
          void act('layout.save', { json: JSON.stringify({ version: LAYOUT_VERSION, dock: api.toJSON() }) });
        }, SAVE_AFTER_MS);
      });
    },
    [found],
  );

  if (found === undefined) return <div className="dock" aria-busy="true" />;
  return (
    <div className="dock">
      <DockviewReact
        components={components}
        defaultTabComponent={Tab}
        rightHeaderActionsComponent={HeaderActions}
        onReady={onReady}
        theme={themeAbyss}
        disableFloatingGroups
      />
    </div>
  );
}

/** False when there is no layout, it is of another version, or names a pane that is gone: nothing is lost but places. */
function restore(api: DockviewApi, text: string | null): boolean {
  if (text === null) return false;
  try {
    const held = JSON.parse(text) as { version?: number; dock?: Parameters<DockviewApi['fromJSON']>[0] };
    if (held.version !== LAYOUT_VERSION || !held.dock) return false;
    if (Object.keys(held.dock.panels).some((name) => !PANES.has(name))) return false;
    api.fromJSON(held.dock);
    return api.panels.length > 0;
  } catch {
    api.clear();
    return false;
  }
}
