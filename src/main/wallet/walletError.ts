/** Wallet error: why reading, setting up or using the wallet stopped, as a code, with a message for the log. */
import type { Coded } from '#shared/base/coded.ts';
import type { ActionErrorCodes, BridgeErrorCodes, SetupErrorCodes } from '#shared/ipc/errors.ts';

type WalletErrorCodes = Pick<BridgeErrorCodes, 'SETUP_REFUSED' | 'ACTION_REFUSED' | 'WALLET_CHANGED'>;

export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly coded: Coded<WalletErrorCodes>;

  constructor(coded: Coded<WalletErrorCodes>, message: string) {
    super(message);
    this.coded = coded;
  }

  get code(): keyof WalletErrorCodes {
    return this.coded.code;
  }
}

export function refuseSetup(error: Coded<SetupErrorCodes>, message: string): WalletError {
  return new WalletError({ code: 'SETUP_REFUSED', parameters: error }, message);
}

export function refuseAction(error: Coded<ActionErrorCodes>, message: string): WalletError {
  return new WalletError({ code: 'ACTION_REFUSED', parameters: error }, message);
}
