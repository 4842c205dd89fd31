/**
 * Every reason why an intent can't be sent: one function previews it in the ticket and decides it in main.
 *
 * Errors      Never throws: returns reasons, worst first; an empty list means it may go.
 */
import { type BookHealth, isTrusted } from '../market/bookHealth.ts';
import { isTrading, type Market } from '../market/market.ts';
import { isOnTick, type Tick, tickDecimals } from '../market/tickGrid.ts';
import { formatMicros, MICROS } from '../units/micros.ts';
import { formatShares, type Shares } from '../units/shares.ts';
import { cost, formatUsd, isExactCost, type Usd } from '../units/usd.ts';
import { maxTakerFee } from './fees.ts';
import type { OrderIntent } from './intent.ts';

export type DenyCode =
  | 'locked'
  | 'no_wallet'
  | 'setup_required'
  | 'read_only'
  | 'disarmed'
  | 'no_market'
  | 'market_closed'
  | 'book_not_live'
  | 'book_moved'
  | 'bad_price'
  | 'bad_size'
  | 'inexact'
  | 'balance'
  | 'sellable'
  | 'post_only_crosses'
  | 'limit'
  | 'rate_limited';

export interface Denial {
  readonly code: DenyCode;
  /** For a person: what is wrong and what to do. */
  readonly hint: string;
}

/** What the account and the market look like now; null = not known, which denies. */
export interface PreTradeContext {
  readonly vault: 'absent' | 'locked' | 'unlocked';
  /** null: the wallet has not been read, or could not be. */
  readonly safeStatus: string | null;
  /** Why no key here signs the orders of this wallet; null while one does, or while the wallet has not been read. */
  readonly readOnly: string | null;
  readonly armed: boolean;
  readonly market: Market | null;
  readonly tick: Tick;
  readonly feeRateMicros: number;
  readonly exchangeTimeMs: number;
  readonly bookHealth: BookHealth;
  /** Best opposite price in the terms of the intent's side, for post-only. */
  readonly crossPrice: number | null;
  readonly available: Usd | null;
  readonly sellable: Shares | null;
  readonly maxOrderCost: Usd;
}

export function checkIntent(intent: OrderIntent, facts: PreTradeContext): Denial[] {
  const reasons: Denial[] = [];
  const deny = (code: DenyCode, hint: string): void => {
    reasons.push({ code, hint });
  };
  if (facts.vault === 'absent') deny('no_wallet', 'Set up a wallet first');
  else if (facts.vault === 'locked') deny('locked', 'Unlock the vault first');
  if (facts.vault === 'unlocked' && facts.readOnly !== null) deny('read_only', facts.readOnly);
  else if (facts.vault === 'unlocked' && facts.safeStatus !== 'ready') {
    const why = 'an order placed before that rests and then fails to settle';
    deny(
      'setup_required',
      facts.safeStatus === null ? `The wallet has not been read yet: ${why}` : `Finish the wallet setup: ${why}`,
    );
  }
  if (facts.vault === 'unlocked' && facts.readOnly === null && !facts.armed) deny('disarmed', 'Arm trading first (F8)');
  if (facts.market === null) deny('no_market', 'Choose a market');
  else if (!isTrading(facts.market, facts.exchangeTimeMs)) deny('market_closed', 'This market no longer trades');
  if (!isTrusted(facts.bookHealth)) {
    deny('book_not_live', `The book is ${facts.bookHealth.at}, so its prices can't be trusted: wait until it is live`);
  }
  if (!Number.isSafeInteger(intent.price)) {
    deny('bad_price', 'Price must be a number between 0 and 1');
    return reasons;
  }
  if (!isOnTick(intent.price, facts.tick)) {
    const unit = formatMicros(facts.tick, tickDecimals(facts.tick));
    const most = formatMicros(MICROS - facts.tick, tickDecimals(facts.tick));
    deny(
      'bad_price',
      `Price must be a multiple of ${unit} from ${unit} to ${most}, found ${formatMicros(intent.price, 2)}`,
    );
  }
  if (!Number.isSafeInteger(intent.shares) || intent.shares <= 0) {
    deny('bad_size', 'Size must be more than 0');
    return reasons;
  }
  if (!isExactCost(intent.price, intent.shares)) {
    deny('inexact', 'Price × size must have at most six decimals: round the size');
    return reasons;
  }
  const stake = cost(intent.price, intent.shares);
  if (stake > facts.maxOrderCost) {
    const [may, does] = intent.direction === 'buy' ? ['cost', 'costs'] : ['sell for', 'sells for'];
    deny(
      'limit',
      `One order may ${may} at most ${formatUsd(facts.maxOrderCost)}, this one ${does} ${formatUsd(stake)}`,
    );
  }
  if (intent.direction === 'buy') {
    const needed = (stake + maxTakerFee(intent.price, intent.shares, facts.feeRateMicros)) as Usd;
    if (facts.available !== null && needed > facts.available) {
      deny('balance', `Needs ${formatUsd(needed)} with the fee reserve, free are ${formatUsd(facts.available)}`);
    } else if (facts.available === null && facts.vault === 'unlocked') {
      deny('balance', 'The free balance is not known yet');
    }
  } else if (facts.sellable !== null && intent.shares > facts.sellable) {
    deny('sellable', `You can sell ${formatShares(facts.sellable)}, not ${formatShares(intent.shares)}`);
  } else if (facts.sellable === null && facts.vault === 'unlocked') {
    deny('sellable', 'The position is not known yet');
  }
  if (intent.postOnly && facts.crossPrice !== null) {
    const crosses = intent.direction === 'buy' ? intent.price >= facts.crossPrice : intent.price <= facts.crossPrice;
    if (crosses)
      deny(
        'post_only_crosses',
        'Post-only would trade at once at this price: change the price or switch post-only off',
      );
  }
  return reasons;
}
