/**
 * Requests for the Wallet pane's forms, and what can be redeemed and merged.
 *
 * Units       Millionths.
 */
import { create } from 'zustand';
import { type Market, phaseOf } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account/account.ts';
import { payoutOf } from '#shared/order/wallet/walletAction.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toUsd, type Usd } from '#shared/units/usd.ts';
import type { Mirror } from '../../feed/mirror.ts';
import { openPane } from '../workspaces/paneRequests.ts';

/** A form of the Wallet pane; a market where it concerns one. */
export type WalletFormName = 'withdraw' | 'redeem' | 'split' | 'address' | `redeem ${string}` | `merge ${string}`;

export const useWalletRequest = create<{ readonly form: WalletFormName | null }>(() => ({ form: null }));

/** Shows the Wallet pane with this form. */
export function requestWalletForm(form: WalletFormName): void {
  useWalletRequest.setState({ form });
  openPane('wallet');
}

/** A resolved or voided market whose shares are still in the wallet. */
export interface Unclaimed {
  readonly market: Market;
  readonly result: Side | 'void';
  readonly pays: Usd;
}

/** Shares in the wallet by outcome, locked ones included. */
function holdingsOf(positions: readonly Position[], market: MarketId): Readonly<Record<Side, bigint>> {
  const of = (side: Side): bigint =>
    positions
      .filter((row) => row.market === market && row.outcome === side && isInWallet(row))
      .reduce((sum, row) => sum + BigInt(row.quantity), 0n);
  return { yes: of('yes'), no: of('no') };
}

/** Source: docs/assumptions.md#custody. */
function isInWallet({ custody }: Position): boolean {
  return custody === '' || custody === 'self';
}

/** Any time answers alike: a result and a void do not depend on it. */
function resultOf(market: Market): Side | 'void' | null {
  const phase = phaseOf(market, 0);
  if (phase === 'voided') return 'void';
  return phase === 'resolved' && (market.result === 'yes' || market.result === 'no') ? market.result : null;
}

/** What redeeming would pay, the largest first; shares that pay nothing are left out. */
export function listUnclaimed(positions: readonly Position[], markets: readonly Market[]): readonly Unclaimed[] {
  const ids = new Set(positions.filter(({ quantity }) => quantity > 0).map(({ market }) => market));
  return markets
    .filter(({ id }) => ids.has(id))
    .flatMap((market) => {
      const result = resultOf(market);
      if (result === null) return [];
      const pays = toUsd(payoutOf(result, holdingsOf(positions, market.id)));
      return pays > 0n ? [{ market, result, pays }] : [];
    })
    .toSorted((a, b) => (a.pays < b.pays ? 1 : a.pays > b.pays ? -1 : 0));
}

export function sumUnclaimed(unclaimed: readonly Unclaimed[]): Usd {
  return toUsd(unclaimed.reduce((sum, { pays }) => sum + pays, 0n));
}

/** Complete sets in the wallet that a merge could turn into collateral; locked shares are not. */
export interface HeldSets {
  readonly market: MarketId;
  readonly sets: bigint;
}

export function listSets(positions: readonly Position[]): readonly HeldSets[] {
  const ids = [...new Set(positions.filter(isInWallet).map(({ market }) => market))];
  return ids.flatMap((market) => {
    const free = (side: Side): bigint =>
      positions
        .filter((row) => row.market === market && row.outcome === side && isInWallet(row))
        .reduce((sum, row) => sum + BigInt(row.sellable), 0n);
    const [yes, no] = [free('yes'), free('no')];
    const sets = yes < no ? yes : no;
    return sets > 0n ? [{ market, sets }] : [];
  });
}

/** Sets of a market that this account can merge now; 0 without a wallet of its own that is set up and signs. */
export function mergeableSets(mirror: Pick<Mirror, 'account' | 'wallet'>, market: MarketId | null): bigint {
  const wallet = mirror.wallet();
  if (wallet?.setup?.status !== 'ready' || wallet.custodial !== null || wallet.readiness.code === 'readOnly') return 0n;
  return listSets(mirror.account()?.positions ?? []).find((one) => one.market === market)?.sets ?? 0n;
}
