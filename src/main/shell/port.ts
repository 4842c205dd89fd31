/**
 * Shell port: what Electron and Chromium each provide to the terminal.
 *
 * Invariants  Only shell/electron and the preload import Electron; only shell/chromium imports a driver.
 * Source      docs/decisions/0002-two-shells.md
 */

import type { Rectangle } from '#shared/base/rectangle.ts';
import type { ShellProbe } from './probe.ts';
import type { WindowKind } from './windowBounds.ts';

/** One call from a page; the gate checks `trusted` first. */
export interface InvokeRequest {
  /** Id of the sender's window; meaningless where `trusted` is false. */
  readonly window: number;
  /** True when the sender is the top frame of an own window at the own origin, determined before any await. */
  readonly trusted: boolean;
  readonly name: string;
  /** Codec text of the input. */
  readonly text: string;
}

/** Answers codec text of a Result; never rejects. */
export type InvokeHandler = (request: InvokeRequest) => Promise<string>;

/** A window's data port: frames down, acknowledgements up. */
export interface DataPort {
  post(frame: ArrayBuffer): void;
  onMessage(listener: (value: unknown) => void): void;
  onClose(listener: () => void): void;
}

export interface WindowRequest {
  /** Chosen by the caller; calls and data ports of the window's page carry it. */
  readonly id: number;
  readonly kind: WindowKind;
  /** Null: where the shell places a window of this kind. */
  readonly bounds: Rectangle | null;
}

export interface WindowHandle {
  readonly id: number;
  focus(): void;
  close(): Promise<void>;
  /** Null where the window is gone, or has no place on a screen. */
  bounds(): Promise<Rectangle | null>;
  /** Whoever closed it; called once. */
  onClosed(listener: () => void): void;
}

/** Child processes that a shell can start: the embedded exchange, a call on the system's keychain, a dry run. */
export type ChildEntry = 'paper' | 'keychain' | 'dryRun';

/** Time in which a child that was asked to quit saves and ends, in ms; null: it has nothing to save and is ended at once. */
export const QUIT_WITHIN_MS: Readonly<Record<ChildEntry, number | null>> = {
  paper: 3_000,
  keychain: null,
  dryRun: null,
};

export interface ChildHandle {
  /** Messages of the child's own channel. */
  onMessage(listener: (value: unknown) => void): void;
  send(value: unknown): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): Promise<void>;
}

/** A question that main shows with facts that main computed; confirmed only by a person. */
export interface Confirmation {
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly confirmLabel: string;
}

/** The text of a chosen file, or why there is none. */
export type ChosenFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'unreadable' };

/** What a page tried and was stopped from. */
export type PageRefusal = 'navigation' | 'window';

export type LockReason =
  | 'suspend'
  | 'lock-screen'
  | 'last window closed'
  | 'renderer crash'
  | 'user switch'
  /** The system ends the person's session. */
  | 'quit';

export interface Shell {
  readonly kind: 'electron' | 'chromium';
  /** Private folder of this program, mode 0700. */
  readonly dataFolder: string;
  serveInvokes(handler: InvokeHandler): void;
  /** Called once for each page that loads (a reload gives a new port). */
  onDataPort(listener: (port: DataPort, window: number) => void): void;
  openWindow(request: WindowRequest): Promise<WindowHandle>;
  startChild(entry: ChildEntry, args: readonly string[]): Promise<ChildHandle>;
  /** False as soon as `withdrawn` aborts, where the system can close its dialog. */
  confirm(question: Confirmation, withdrawn?: AbortSignal): Promise<boolean>;
  /** Reads a file that a person chose for this call; null = cancelled. Nothing else of the disk is readable through it. */
  readChosenFile(maxBytes: number): Promise<ChosenFile | null>;
  /** Path from a save dialog, or in the data folder where the shell has none; null = cancelled. */
  chooseSavePath(suggestedName: string): Promise<string | null>;
  notify(title: string, body: string): void;
  onLockReason(listener: (reason: LockReason) => void): void;
  onPageRefusal(listener: (what: PageRefusal) => void): void;
  /**
   * What to ask a person who quits or closes the main window; null: nothing, they leave at once. The shell stays unless they
   * agree, or ask to leave once more. Never asked before a signal, the end of the session or `quit`. A shell that hears of a
   * closed window only afterwards reports the facts.
   */
  onLeave(question: () => Confirmation | null): void;
  /** Called on quit by a person or the system; the shell waits for the promise. */
  onQuit(listener: () => Promise<void>): void;
  quit(): Promise<void>;
  /** For the checks of the shell; absent in stand-ins. */
  readonly probe?: ShellProbe;
}
