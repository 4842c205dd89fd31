/** What a pane folder's index offers to the dock. */
import type { ComponentType } from 'react';
import type { Action } from '../domain/keys/actions.ts';

export interface PaneDefinition {
  /** Kind of pane; saved layouts name it. */
  readonly name: string;
  readonly title: string;
  readonly View: ComponentType;
  /** A number beside the title, in every state of the tab. */
  readonly Count?: ComponentType;
  /** Shown at the right of the tab bar while this pane is in front. */
  readonly Header?: ComponentType;
  /** Shown in the top bar, also while the pane is closed; nothing while all is well. */
  readonly Alert?: ComponentType;
  /**
   * How the pane uses its link colour: 'shows' its market, 'names' it (shows it with its name in sight),
   * or 'picks' it for other panes. Without it the pane has no colour and opens once.
   */
  readonly link?: 'shows' | 'names' | 'picks';
  /** True while the View works behind another tab too; otherwise it keeps its state there, and runs nothing. */
  readonly runsHidden?: (paneId: string) => boolean;
  /** What keys and the palette can start in this pane while it is in front. */
  readonly actions?: (paneId: string) => readonly Action[];
}
