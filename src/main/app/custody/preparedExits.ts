/**
 * Ends prepared exits when the wallet's configuration is not the one they were signed for.
 *
 * Source      docs/decisions/0029-prepared-exits.md
 */
import { isSameAccount } from '#shared/order/exits/preparedExits.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Wallet } from '../../wallet/wallet.ts';

export interface PreparedExitRules {
  readonly vault: Pick<Vault, 'prepared'>;
  readonly wallet: Pick<Wallet, 'record' | 'changes' | 'noWallet' | 'onChange'>;
}

export function endPreparedExits({ vault, wallet }: PreparedExitRules): void {
  wallet.onChange(() => {
    const pack = vault.prepared.pack();
    if (pack === null) return;
    const record = wallet.record();
    const isOther = record !== null && !isSameAccount(pack.plan.account, record);
    if (isOther || wallet.changes().length > 0 || wallet.noWallet() !== null) vault.prepared.discard('walletChanged');
  });
}
