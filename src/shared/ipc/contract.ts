/**
 * Contract of the bridge: every command with the type of its input and its answer.
 *
 * Invariants  Its schemas, in commandInputs.ts, are the source of the types, of main's gate and of the page's functions.
 * Errors      Answers are Result values.
 */
import type { z } from 'zod';
import type { Watchlist } from '../market/watchlists.ts';
import type { EquityReport } from '../order/equity.ts';
import type { FlattenPreview, FlattenReceipt, MoveReceipt, PanicReceipt } from '../order/exits/progress.ts';
import type { MarketIds } from '../order/pins.ts';
import type { CancelAllReceipt, CancelReceipt, MatchReceipt, PlaceReceipt } from '../order/receipts.ts';
import type { Address } from '../units/ids.ts';
import type { Usd } from '../units/usd.ts';
import type { INPUTS } from './commandInputs.ts';
import type { ArmReceipt } from './conditionals.ts';
import type { DoctorReport } from './doctor.ts';
import type { DryRunAnswer } from './dryRun.ts';
import type { CommandName } from './names.ts';
import type { LoadedPreferences, Preferences } from './preferences.ts';
import type { ActionPlanView } from './relay.ts';
import type { Result } from './result.ts';
import type { SessionKeysView, SetupView } from './views.ts';
import type { WindowLayout } from './workspaces.ts';

export type { KeySource } from './inputSchemas.ts';

export interface AppInfo {
  readonly version: string;
  readonly network: 'paper' | 'test' | 'live';
  readonly shell: 'electron' | 'chromium';
  readonly baseUrl: string;
  readonly platform: string;
}

export interface Outputs {
  'app.describe': AppInfo;
  'app.reportFault': null;
  'app.noteAct': null;
  /** Null for a window that is closing. */
  'layout.load': WindowLayout | null;
  'layout.save': null;
  'layout.opened': null;
  'layout.takeReturned': readonly string[];
  /** First revision of the shared links that contains the change. */
  'layout.share': { readonly revision: number };
  /** The revision of this crosshair. */
  'layout.point': { readonly revision: number };
  'window.open': null;
  'window.close': null;
  'window.focus': null;
  'workspace.open': null;
  'workspace.create': { readonly id: string };
  'workspace.rename': null;
  'workspace.duplicate': { readonly id: string };
  'workspace.remove': null;
  'workspace.restore': { readonly id: string };
  'workspace.export': { readonly path: string };
  'workspace.import': { readonly id: string; readonly name: string };
  'preferences.load': LoadedPreferences;
  /** All of them, after the change. */
  'preferences.save': Preferences;
  'feed.watch': null;
  'watchlists.load': { readonly lists: readonly Watchlist[] };
  'watchlists.save': null;
  'alerts.create': { readonly id: string };
  'alerts.change': null;
  'alerts.remove': null;
  'alerts.setPaused': null;
  'alerts.rearm': null;
  'alerts.clearLog': null;
  'alerts.markSeen': null;
  'alerts.setMuted': null;
  'vault.create': { readonly owner: Address };
  'vault.cancelImport': null;
  'vault.unlock': null;
  'vault.lock': null;
  /** Written by main, then read back and opened with its password. */
  'vault.backup': { readonly path: string; readonly owner: Address };
  /** Written by main, then read back and opened. */
  'vault.saveCopy': { readonly path: string };
  'vault.changePassword': null;
  /** In order: the position in the list is the index to import. */
  'vault.listPhraseAddresses': { readonly addresses: readonly Address[] };
  'vault.setLockTimes': null;
  'vault.acceptOlder': null;
  'vault.enableDevice': null;
  'vault.disableDevice': null;
  'vault.unlockByDevice': null;
  'vault.addSecondKey': { readonly address: Address };
  'vault.removeKey': null;
  /** `safe`: null for a custodial account. */
  'account.open': { readonly safe: Address | null; readonly deposit: Usd };
  'account.connect': null;
  'account.confirmCustodial': null;
  'account.arm': { readonly armed: boolean };
  'accounts.add': { readonly id: string };
  'accounts.rename': null;
  'accounts.select': null;
  'accounts.remove': null;
  /** Orders and wallet calls without a known end when the account was selected last, and the folder that keeps its files. */
  'accounts.readLeft': { readonly orders: number; readonly relays: number; readonly folder: string };
  'risk.setLimits': null;
  'risk.markExclusive': null;
  'risk.restartDay': null;
  'wallet.read': SetupView;
  'wallet.setup': SetupView;
  'wallet.acceptChanges': null;
  'wallet.acceptMarket': null;
  /** Null while the market is not pinned. */
  'wallet.planAction': ActionPlanView;
  'wallet.runAction': null;
  'wallet.checkRelays': null;
  'wallet.stopRelay': null;
  'wallet.addAddress': null;
  'wallet.removeAddress': null;
  'wallet.readMarketIds': { readonly pinned: MarketIds | null };
  'sessions.prepare': SessionKeysView;
  'sessions.authorise': SessionKeysView;
  'sessions.confirmHandler': null;
  'order.place': PlaceReceipt;
  'order.cancel': CancelReceipt;
  'order.cancelAll': CancelAllReceipt;
  'order.resolveUnknown': MatchReceipt;
  /** `isComplete`: false where not all fills of the account are known. */
  'order.export': { readonly path: string; readonly rows: number; readonly isComplete: boolean };
  'exit.move': MoveReceipt;
  'exit.previewFlatten': FlattenPreview;
  'exit.flatten': FlattenReceipt;
  'exit.stopFlatten': null;
  'exit.dismiss': null;
  'exit.panic': PanicReceipt;
  'conditional.setExitsOnly': null;
  'conditional.revokeExits': null;
  'exit.enablePanicFlatten': null;
  'exit.disablePanicFlatten': null;
  'conditional.arm': ArmReceipt;
  'conditional.cancel': null;
  'conditional.change': ArmReceipt;
  'conditional.answer': null;
  'conditional.dismiss': null;
  'conditional.dryRun': DryRunAnswer;
  'conditional.cancelDryRun': null;
  /** Null before the account's wallet is read. */
  'equity.read': EquityReport | null;
  'doctor.run': DoctorReport;
  'drill.start': null;
  'drill.stop': null;
}

export type Input<N extends CommandName> = z.input<(typeof INPUTS)[N]>;
export type ParsedInput<N extends CommandName> = z.output<(typeof INPUTS)[N]>;

/** The window that a command came from. */
export interface Caller {
  readonly window: number;
}

/** Commands whose handlers need to know the window. */
export type WindowCommand = Extract<CommandName, `${'layout' | 'feed' | 'window' | 'workspace'}.${string}`>;
type HandlerInput<N extends CommandName> = N extends WindowCommand
  ? [input: ParsedInput<N>, caller: Caller]
  : [input: ParsedInput<N>];
export type Handlers = { readonly [N in CommandName]: (...given: HandlerInput<N>) => Promise<Result<Outputs[N]>> };

/** Handlers of one subject: every command whose name begins with it. */
export type CommandsOf<S extends string> = Pick<Handlers, Extract<CommandName, `${S}.${string}`>>;

/** An order intent as the page sends it: the same integers without brands. */
export type IntentInput = Input<'order.place'>;
