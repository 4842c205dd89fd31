/** Shell probe: what the checks of a shell ask of it beyond the port. Answers are plain data; null: not of this shell. */

export interface ShellProbe {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined where a system has no such number. */
  readonly userId: number | undefined;
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** Runs an expression in the own world of the main window's page. */
  evaluate(expression: string): Promise<unknown>;
  /** Pages that are open, whoever opened them. */
  countPages(): number;
  /** Sends bytes to a page through a data port, and answers what came back. */
  echo(bytes: Uint8Array): Promise<Uint8Array>;
  /** Starts this file as a child that runs out of memory; `error` is what the shell was told before the exit. */
  failChild(file: string): Promise<{ readonly error: string | null; readonly exitCode: number | null }>;
  readonly electron: ElectronProbe | null;
}

/** What only Electron answers. */
export interface ElectronProbe {
  hasInstanceLock(): boolean;
  /** Fuses of the binary, by name. */
  readFuses(): Promise<Readonly<Record<string, string>>>;
  /** Preferences of the main window's page, as Electron reports them. */
  preferences(): Readonly<Record<string, unknown>>;
  /** How the page's process is confined, or null where it is not. */
  readSandbox(): Promise<string | null>;
  isVisible(): boolean;
  /** Electron reported the main window as ready to show. */
  wasReadyToShow(): boolean;
  /** Hides the main window while `run` runs. */
  whileHidden<T>(run: () => Promise<T>): Promise<T>;
  idleState(): string;
  readLockedHint(): Promise<boolean | null>;
  /** How many listeners the program has for each event of the system. */
  countListeners(): Readonly<Record<string, number>>;
  /** How a test notification ended; null: notifications are not supported. */
  notify(): Promise<string | null>;
}
