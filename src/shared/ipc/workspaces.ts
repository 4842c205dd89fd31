/**
 * Workspaces and windows: what main keeps of them, and what every window is shown.
 *
 * Invariants  Layouts and drafts are text of the pages: main stores and returns them, and reads no market out of them.
 */

import { cleanText } from '../base/cleanText.ts';
import { UnitError } from '../units/errors.ts';

/** How the panes of a workspace without a layout are placed. */
export const ARRANGEMENTS = ['market', 'event', 'markets', 'ladders'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** Colours of link groups. */
export const SHARED_LINKS = ['blue', 'green', 'orange', 'violet'] as const;
export type SharedLinkName = (typeof SHARED_LINKS)[number];

export const MAX_WORKSPACES = 24;
/** Windows of one workspace besides the main one. */
export const MAX_DETACHED_WINDOWS = 6;
export const MAX_WORKSPACE_NAME = 40;
/** Characters of the layout of one window. */
export const MAX_LAYOUT_CHARACTERS = 60_000;
/** Nested brackets in it; an arrangement of a person has some thirty. */
export const MAX_LAYOUT_DEPTH = 100;

/** The name as it is shown; throws UnitError for one that is empty or too long. */
export function parseWorkspaceName(text: string): string {
  const name = cleanText(text, 200).trim();
  if (name === '' || name.length > MAX_WORKSPACE_NAME) {
    throw new UnitError(`a name of 1 to ${MAX_WORKSPACE_NAME} characters`, `${name.length}`);
  }
  return name;
}

/** What the windows share of one link group; null before a window has set it. */
export interface SharedLink {
  readonly market: string | null;
  /** Codec text of the order draft. */
  readonly draft: string | null;
}

export interface SharedLinks {
  /** Rises with every change, and never starts again while the program runs. */
  readonly revision: number;
  readonly links: Readonly<Partial<Record<SharedLinkName, SharedLink>>>;
}

/** Crosshair that a person moved last, in any window: what its link group points at. */
export interface PointedAt {
  /** Rises with every change, and never starts again while the program runs. */
  readonly revision: number;
  readonly link: SharedLinkName;
  /** Null when it left the bars. Unix ms; millionths of a dollar in YES terms. */
  readonly at: { readonly timeMs: number; readonly price: number } | null;
}

/** What a page needs to show its window. */
export interface WindowLayout {
  readonly window: 'main' | 'detached';
  readonly workspace: string;
  /** Of the view in which this layout is selected. */
  readonly generation: number;
  readonly arrangement: Arrangement;
  /** Null: the panes are placed by the arrangement. */
  readonly layout: string | null;
  /** The last layout that a page could show; main window only. */
  readonly lastGood: string | null;
  readonly shared: SharedLinks;
}

export interface WorkspacesView {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string;
  /** Rises when the main window has to load its layout again. */
  readonly generation: number;
  /** A deleted workspace can be brought back. */
  readonly canRestore: boolean;
  /** Detached windows of the selected workspace that are open. */
  readonly detached: number;
  /** Layouts of closed windows, whose panes the main window has not added yet. */
  readonly returned: number;
  readonly shared: SharedLinks;
}

/** Why a file is no workspace. */
export type WorkspaceFileFault =
  | { readonly fault: 'unreadable' | 'notJson' | 'noPane' }
  | { readonly fault: 'tooLarge'; readonly maxBytes: number }
  | { readonly fault: 'tooDeep'; readonly max: number }
  | { readonly fault: 'version'; readonly expected: number; readonly found: string }
  | { readonly fault: 'shape'; readonly path: string }
  | { readonly fault: 'unknownPane'; readonly pane: string };
