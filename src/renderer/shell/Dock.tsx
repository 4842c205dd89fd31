/** The dock: panes in tabs that can be moved, restored as they were left. */
import {
  DockviewReact,
  type DockviewReadyEvent,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
  themeAbyss,
} from 'dockview-react';
import { type FunctionComponent, useCallback, useEffect, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { act } from '../act/bridge.ts';
import { PaneContext } from '../domain/panes.ts';
import { openDock } from './dockControl.ts';
import { PaneBoundary } from './PaneBoundary.tsx';
import { PANES } from './registry.ts';
import { parseLayout } from './savedLayout.ts';

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  [...PANES.values()].map((pane) => [
    pane.name,
    (props: IDockviewPanelProps) => (
      <PaneContext value={props.api.id}>
        <PaneBoundary title={pane.title}>
          <pane.View />
        </PaneBoundary>
      </PaneContext>
    ),
  ]),
);

function Tab(props: IDockviewPanelHeaderProps) {
  const Count = PANES.get(props.api.component)?.Count;
  return (
    <PaneContext value={props.api.id}>
      <span className="dock-tab-line">
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
  return activePanel && Header ? (
    <PaneContext value={activePanel.id}>
      <div key={activePanel.id} className="dock-actions">
        <Header />
      </div>
    </PaneContext>
  ) : null;
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

  if (source === undefined) return <div className="dock" aria-busy="true" />;
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
