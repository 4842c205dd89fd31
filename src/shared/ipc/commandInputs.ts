/**
 * Inputs of the bridge: the strict schema of every command.
 *
 * Invariants  Input that its schema refuses never reaches a handler.
 */
import { z } from 'zod';
import { areWatchlists } from '../market/watchlists.ts';
import { MAX_PREPARED_MS, MAX_PREPARED_POSITIONS } from '../order/preparedExits.ts';
import { parseIntentId, parseOrderId } from '../units/ids.ts';
import { toPrice } from '../units/price.ts';
import { alertTerms } from './alertSchema.ts';
import { conditionalId, conditionalTerms } from './conditionalSchema.ts';
import { DRILL_KINDS } from './drills.ts';
import { daySeed, dayStart } from './dryRunSchema.ts';
import {
  accountId,
  accountName,
  address,
  cancelSelection,
  directionField,
  exitChoice,
  flattenLeg,
  flattenScope,
  hash32,
  hashes,
  intent,
  keySource,
  layout,
  limits,
  lockMinutes,
  MAX_SESSION_HOURS,
  marketId,
  nothing,
  parsed,
  password,
  period,
  time,
  walletIntent,
  workspaceId,
  workspaceName,
} from './inputSchemas.ts';
import type { CommandName } from './names.ts';
import { preferenceChange } from './preferenceSchemas.ts';
import { ARRANGEMENTS, SHARED_LINKS } from './workspaces.ts';

/** What can be exported, and how. */
const EXPORTS = ['orders', 'fills'] as const;
const EXPORT_FORMATS = ['csv', 'json'] as const;

export const INPUTS = {
  'app.describe': nothing,
  'app.reportFault': z.strictObject({ where: z.string().max(80), message: z.string().max(500) }),
  /** A person moved, clicked or typed in the window: restarts the idle time of the lock. */
  'app.noteAct': nothing,
  'layout.load': nothing,
  'layout.save': z.strictObject({ workspace: workspaceId, json: layout }),
  /** The main window shows the layout that it loaded: it is the last good one. */
  'layout.opened': z.strictObject({ workspace: workspaceId }),
  /** Layouts of closed windows, whose panes the main window now adds. */
  'layout.takeReturned': z.strictObject({ workspace: workspaceId }),
  /** Sets what the windows share of some link groups. */
  'layout.share': z.strictObject({
    workspace: workspaceId,
    changes: z
      .array(
        z.strictObject({
          link: z.enum(SHARED_LINKS),
          market: marketId.exactOptional(),
          draft: z.string().max(2_000).exactOptional(),
        }),
      )
      .min(1)
      .max(SHARED_LINKS.length),
  }),
  /** Moves the crosshair of a link group, for the charts of the other windows. */
  'layout.point': z.strictObject({
    workspace: workspaceId,
    link: z.enum(SHARED_LINKS),
    at: z.strictObject({ timeMs: time, price: z.number().int().min(0).max(1_000_000) }).nullable(),
  }),
  /** Opens a window that shows a layout; the page removes these panes from its own one when that succeeds. */
  'window.open': z.strictObject({ workspace: workspaceId, json: layout }),
  /** Closes the detached window that asks; its panes go back to the main window. */
  'window.close': nothing,
  'window.focus': nothing,
  'workspace.open': z.strictObject({ id: workspaceId }),
  'workspace.create': z.strictObject({ name: workspaceName, arrangement: z.enum(ARRANGEMENTS) }),
  'workspace.rename': z.strictObject({ id: workspaceId, name: workspaceName }),
  'workspace.duplicate': z.strictObject({ id: workspaceId }),
  'workspace.remove': z.strictObject({ id: workspaceId }),
  /** Puts the workspace that was removed last back. */
  'workspace.restore': nothing,
  /** Main asks for a path and writes the workspace there. */
  'workspace.export': z.strictObject({ id: workspaceId }),
  /** Main reads a file that a person chooses; `panes` are the kinds of panes that this page has. */
  'workspace.import': z.strictObject({
    panes: z
      .array(z.string().regex(/^[A-Za-z]{1,40}$/))
      .min(1)
      .max(64),
  }),
  'preferences.load': nothing,
  'preferences.save': z.strictObject({ change: preferenceChange }),
  'feed.watch': z.strictObject({
    /** What is on screen now; replaces the interest before. */
    books: z.array(marketId).max(64),
    tapes: z.array(marketId).max(64),
    candles: z.array(z.strictObject({ market: marketId, period })).max(32),
    underlyings: z.array(z.string().regex(/^[A-Za-z0-9-]{1,40}$/)).max(16),
  }),
  'watchlists.load': nothing,
  /** Replaces all lists of this server. */
  'watchlists.save': z.strictObject({
    lists: z.array(z.strictObject({ name: z.string().max(80), markets: z.array(marketId) })).refine(areWatchlists, {
      message: 'Expected watchlists with different names, within their limits',
    }),
  }),
  'alerts.create': z.strictObject({ terms: alertTerms }),
  /** Replaces the terms; the alert starts again. */
  'alerts.change': z.strictObject({ id: z.uuid(), terms: alertTerms }),
  'alerts.remove': z.strictObject({ id: z.uuid() }),
  'alerts.setPaused': z.strictObject({ id: z.uuid(), isPaused: z.boolean() }),
  /** Starts an alert again that fired or expired. */
  'alerts.rearm': z.strictObject({ id: z.uuid() }),
  'alerts.clearLog': nothing,
  /** A person looked at the log. */
  'alerts.markSeen': nothing,
  /** Sounds and notifications of one workspace; null: of all. */
  'alerts.setMuted': z.strictObject({ workspace: z.string().min(1).max(80).nullable(), isMuted: z.boolean() }),
  'vault.create': z.strictObject({ password, key: keySource }),
  /** Ends an import of a key file that is under way, by `vault.create` or `vault.addSecondKey`. */
  'vault.cancelImport': nothing,
  'vault.unlock': z.strictObject({ password }),
  'vault.lock': nothing,
  'vault.backup': z.strictObject({ password, backupPassword: password }),
  /** Step-up: saves a copy of the sealed vault file. */
  'vault.saveCopy': z.strictObject({ password }),
  /** Step-up: wraps the master key with a new password; keys and keychain unlock stay unchanged. */
  'vault.changePassword': z.strictObject({ password, newPassword: password }),
  /** Addresses of a phrase, to choose from before it is imported. */
  'vault.listPhraseAddresses': z.strictObject({ phrase: z.string().max(400) }),
  /** Step-up: idle minutes until the screen and the keys lock; neither can be turned off. */
  'vault.setLockTimes': z.strictObject({ password, screenMinutes: lockMinutes, keysMinutes: lockMinutes }),
  /** Step-up: a person restored the vault file, which is older than the last one seen here. */
  'vault.acceptOlder': z.strictObject({ password }),
  /** Step-up: turns keychain unlock on; it is offered after the next start has verified it. */
  'vault.enableDevice': z.strictObject({ password }),
  'vault.disableDevice': z.strictObject({ password }),
  /** Unlocks with the keychain; never replaces the password in a step-up. */
  'vault.unlockByDevice': nothing,
  /** Step-up: adds a key that signs the orders of a passkey's wallet once it is an owner of that wallet. */
  'vault.addSecondKey': z.strictObject({ password, key: keySource }),
  /** Step-up: removes any key but the own one. */
  'vault.removeKey': z.strictObject({ password, id: z.uuid() }),
  /** Network paper only: opens an account of the embedded exchange; absent: one with a wallet of the key. */
  'account.open': z.strictObject({ kind: z.enum(['key', 'custodial']).exactOptional() }),
  'account.connect': z.strictObject({
    apiKey: z.string().min(1).max(256),
    apiSecret: z.string().min(1).max(512),
    password,
  }),
  /** Step-up: a person confirms that the exchange holds the funds of this account, and that orders are sent unsigned. */
  'account.confirmCustodial': z.strictObject({ password, direction: directionField }),
  'account.arm': z.strictObject({ armed: z.boolean() }),
  'accounts.add': z.strictObject({ password, ...accountName, key: keySource }),
  'accounts.rename': z.strictObject({ password, id: accountId, ...accountName }),
  'accounts.select': z.strictObject({ password, id: accountId }),
  'accounts.remove': z.strictObject({ password, id: accountId }),
  'accounts.readLeft': z.strictObject({ id: accountId }),
  /** Changes these limits, in their units as whole numbers; a step-up where one of them is loosened, else without password. */
  'risk.setLimits': z.strictObject({
    password: password.nullable(),
    limits,
  }),
  /** At most one market of an event resolves to yes: a step-up; taking the mark away is none. */
  'risk.markExclusive': z.strictObject({
    password: password.nullable(),
    eventId: z.number().int().nonnegative(),
    isExclusive: z.boolean(),
  }),
  /** Step-up: the loss of the day begins again at 0. */
  'risk.restartDay': z.strictObject({ password }),
  'wallet.read': nothing,
  'wallet.setup': z.strictObject({ password, hashes }),
  /** Step-up: accepts the changes that `wallet.read` answered with WALLET_CHANGED. */
  'wallet.acceptChanges': z.strictObject({ password }),
  /** Step-up: accepts the ids of a market in `changedMarkets`, read again. */
  'wallet.acceptMarket': z.strictObject({ password, market: marketId }),
  /** The pinned ids of a market; asks the exchange nothing. */
  'wallet.readMarketIds': z.strictObject({ market: marketId }),
  /** Reads the account and plans the action; the answer is what `wallet.runAction` signs. `nonce` only where nothing states it. */
  'wallet.planAction': z.strictObject({ intent: walletIntent, nonce: z.number().int().nonnegative().nullable() }),
  /** Step-up: signs the planned action with this hash, and sends it. */
  'wallet.runAction': z.strictObject({ password, hash: hash32 }),
  /** Reads the calls under way again, now. */
  'wallet.checkRelays': nothing,
  /** Stops waiting for a call. A call that was sent may still be executed. */
  'wallet.stopRelay': z.strictObject({ hash: hash32 }),
  /** Step-up: a withdrawal may go to this address from now on. */
  'wallet.addAddress': z.strictObject({ password, address: z.string().max(80), label: z.string().max(80) }),
  /** Step-up. */
  'wallet.removeAddress': z.strictObject({ password, address }),
  /** Step-up: the calls that authorise a session key of the vault, or (null) a new one, for so many hours; signs nothing. */
  'sessions.prepare': z.strictObject({
    password,
    keyId: z.uuid().nullable(),
    hours: z.int().min(1).max(MAX_SESSION_HOURS),
  }),
  /** Step-up: signs and relays the prepared calls with these hashes. */
  'sessions.authorise': z.strictObject({ password, hashes }),
  /** Step-up. `handler` is the contract that checks this wallet's signatures; `verifier` stores session keys, null when `handler` does. */
  'sessions.confirmHandler': z.strictObject({ password, handler: address, verifier: address.nullable() }),
  'order.place': intent,
  'order.cancel': z.strictObject({ orderId: parsed(z.string(), parseOrderId) }),
  'order.cancelAll': cancelSelection,
  /** A person matches a lost order with one of its `candidates`, or (null) with none of them. Nothing is sent. */
  'order.resolveUnknown': z.strictObject({
    intentId: parsed(z.string(), parseIntentId),
    orderId: parsed(z.string(), parseOrderId).nullable(),
  }),
  /** Main writes a file of the orders created, or the fills made, from `fromMs` and before `toMs`; null: no bound. */
  'order.export': z.strictObject({
    what: z.enum(EXPORTS),
    format: z.enum(EXPORT_FORMATS),
    fromMs: time.nullable(),
    toMs: time.nullable(),
  }),
  /** Cancels a resting order and places what is left of it at another price; `moveId` is the intent of the new order. */
  'exit.move': z.strictObject({
    moveId: parsed(z.string(), parseIntentId),
    orderId: parsed(z.string(), parseOrderId),
    price: parsed(z.number(), toPrice),
    bookVersion: z.number().int().nonnegative().nullable(),
  }),
  /** Both ways out of each position of a scope, with their figures. */
  'exit.previewFlatten': z.strictObject({ scope: flattenScope, cancelsOrders: z.boolean() }),
  /** Exits the previewed positions; the account view shows the progress. */
  'exit.flatten': z.strictObject({
    flattenId: parsed(z.string(), parseIntentId),
    legs: z.array(flattenLeg).min(1).max(500),
    cancelsOrders: z.boolean(),
  }),
  'exit.stopFlatten': z.strictObject({ flattenId: parsed(z.string(), parseIntentId) }),
  /** Removes the report of an ended move or flatten. */
  'exit.dismiss': z.strictObject({ exitId: parsed(z.string(), parseIntentId) }),
  /** Disarms, stops everything that can place, cancels every order. */
  'exit.panic': nothing,
  /** Step-up: signs exits ahead, which conditional orders may send while the keys are locked; replaces those that there are. */
  'conditional.setExitsOnly': z.strictObject({
    password,
    hours: z
      .number()
      .int()
      .min(1)
      .max(MAX_PREPARED_MS / 3_600_000),
    exits: z.array(exitChoice).min(1).max(MAX_PREPARED_POSITIONS),
  }),
  /** Revokes the prepared exits at once, also while locked. */
  'conditional.revokeExits': nothing,
  /** Step-up: a panic then also flattens everything. */
  'exit.enablePanicFlatten': z.strictObject({ password }),
  'exit.disablePanicFlatten': nothing,
  /** Arms a conditional order; the same id twice arms one. */
  'conditional.arm': z.strictObject({ id: conditionalId, terms: conditionalTerms }),
  /** Ends it; its orders are cancelled first. */
  'conditional.cancel': z.strictObject({ id: conditionalId }),
  /** Replaces the terms by others of the same kind, while no order of it is live. */
  'conditional.change': z.strictObject({ id: conditionalId, terms: conditionalTerms }),
  /** Resumes or ends a conditional order that halted. */
  'conditional.answer': z.strictObject({ id: conditionalId, answer: z.enum(['resume', 'end']) }),
  /** Removes one that ended from the view. */
  'conditional.dismiss': z.strictObject({ id: conditionalId }),
  /** What these terms would do on a simulated day; `start` repeats the day of an earlier report. Signs, sends and stores nothing. */
  'conditional.dryRun': z.strictObject({ terms: conditionalTerms, seed: daySeed, start: dayStart.nullable() }),
  /** Ends the dry run that runs; there may be none. */
  'conditional.cancelDryRun': nothing,
  /** What the account was worth from `fromMs` until now; null: from the first stored row. */
  'equity.read': z.strictObject({ fromMs: time.nullable() }),
  /** Examines the account: reads, and a signature that is never sent. */
  'doctor.run': nothing,
  /** Network paper only: simulates a fault of the exchange. */
  'drill.start': z.strictObject({ kind: z.enum(DRILL_KINDS) }),
  'drill.stop': nothing,
} satisfies Record<CommandName, z.ZodType>;
