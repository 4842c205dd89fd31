/** Opens the menus and dialogs of the dock from any tab or pane in it. */
import { createContext, useContext } from 'react';
import type { LinkKey } from '../../domain/workspaces/links.ts';

export interface DockMenus {
  openPaneMenu(paneId: string, anchor: Element): void;
  chooseMarket(key: LinkKey): void;
  /** Where a pane is, as far as its menu depends on it. */
  describePane(paneId: string): { readonly isFloating: boolean; readonly hasTabs: boolean };
}

export const DockMenusContext = createContext<DockMenus | null>(null);

export function useDockMenus(): DockMenus {
  const menus = useContext(DockMenusContext);
  if (menus === null) throw new Error('Expected a dock around this component, found none');
  return menus;
}
