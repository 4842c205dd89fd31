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
import { useAskedPane } from '../ui/openPane.ts';
import { buildDefaultLayout, listPlaces, placePane } from './defaultLayout.ts';
import { PaneBoundary } from './PaneBoundary.tsx';
import { PANES } from './registry.ts';
import { formatLayout, listNewPanes, parseLayout, type SavedLayout } from './savedLayout.ts';

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
  const stopAsking = useRef<(() => void) | null>(null);

  useEffect(() => {
    void Promise.all([act('layout.load', {}), act('app.describe', {})]).then(([layout, info]) =>
      setFound({ saved: layout.ok ? layout.value : null, network: info.ok ? info.value.network : null }),
    );
    return () => {
      if (timer.current !== null) window.clearTimeout(timer.current);
      stopAsking.current?.();
    };
  }, []);

  const onReady = useCallback(
    ({ api }: DockviewReadyEvent) => {
      const network = found?.network ?? null;
      const saved = parseLayout(found?.saved ?? null, [...PANES.keys()]);
      if (!restore(api, saved, network)) buildDefaultLayout(api, network);
      stopAsking.current = useAskedPane.subscribe(({ name }) => {
        if (name !== null) (api.getPanel(name) ?? placePane(api, name))?.api.setActive();
      });
      api.onDidLayoutChange(() => {
        if (timer.current !== null) window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => {
          void act('layout.save', { json: formatLayout(api.toJSON(), listPlaces(network), saved) });
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

/** False when there is no layout that can be restored: nothing is lost but places. */
function restore(api: DockviewApi, saved: SavedLayout | null, network: AppInfo['network'] | null): boolean {
  if (saved === null) return false;
  try {
    // What the docking library wrote; it checks the rest of it itself, and throws.
    api.fromJSON(saved.dock as Parameters<DockviewApi['fromJSON']>[0]);
  } catch {
    api.clear();
    return false;
  }
  if (api.panels.length === 0) return false;
  for (const name of listNewPanes(saved, listPlaces(network))) placePane(api, name);
  return true;
}
