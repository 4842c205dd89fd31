/** Words of the reasons why main does not sign a wallet call, and of failed relays. */
import type { BatchFault, RelayFailures, WalletRefusals } from '../../ipc/wallet/walletCodes.ts';
import type { Catalogue } from '../catalogue.ts';
import { explainSafeCode } from './safeCodes.ts';

const BATCH_FAULTS: Readonly<Record<BatchFault, string>> = {
  otherFunction: 'it is not a multiSend call',
  notCanonical: 'its encoding is not canonical',
  truncated: 'its last call is incomplete',
  empty: 'it contains no call',
};

export const WALLET_REFUSALS: Catalogue<WalletRefusals> = {
  noKey: () => 'Create or import a key first',
  passkeyWallet: () => 'A passkey owns this wallet: sign its setup where the passkey is',
  unsupportedWalletType: ({ signatureType }) =>
    `This wallet has signature type ${signatureType}. Only a wallet owned by your own key (type 2) can be set up here`,
  otherOwner: () => 'The key in the vault does not own this wallet',
  moreOwners: ({ threshold }) =>
    `This wallet needs ${threshold} signatures of its owners, and Adyton has one of them: execute it where the other owners sign too`,
  noChain: () => 'The wallet configuration names no chain',
  noDomain: () => 'The wallet configuration names no signing domain',
  zeroAddress: () => 'The wallet configuration contains a zero address',
  repeatedAddress: () => 'The wallet configuration uses one address for two roles',
  hashMismatch: () => 'The hash to sign is not the hash of this call',
  invalidNonce: () => 'The call has no valid nonce',
  unexpectedNonce: ({ expected, found }) =>
    `Expected nonce ${expected}, found ${found}: a call is missing, listed twice, or not the wallet’s next one`,
  unknownBatchContract: () => 'The call would run unknown code as the wallet (DELEGATECALL)',
  malformedBatch: ({ fault }) => `The batch is malformed: ${BATCH_FAULTS[fault]}`,
  repeatedCall: () => 'The same call is listed twice',
  delegatecall: () => 'A setup call may not run other code as the wallet (DELEGATECALL)',
  sendsValue: () => 'A setup call may not send coins',
  nestedBatch: () => 'A batch inside a batch is not allowed',
  unknownFunction: () => 'Adyton does not know this function',
  malformedArguments: () => 'The arguments are malformed or not in canonical encoding',
  otherSpender: () => 'Neither the exchange nor the conditional tokens would get this permission',
  otherToken: () => 'The permission concerns another token than the exchange’s',
  revokesAllowance: () => 'Orders could not settle after this permission is revoked',
  movesFunds: () => 'A setup call may not move your money or shares',
  changesOwners: () => 'A setup call may not change the owners of your wallet or how many must sign',
  changesModules: () => 'A setup call may not change the modules of your wallet',
  changesGuard: () => 'A setup call may not change the guard of your wallet',
  changesHandler: () => 'A setup call may not change how your wallet checks signatures',
  approvesTransaction: () => 'A setup call may not approve or execute another transaction of a wallet',
  notSetup: () => 'The setup does not need this',
  noPinnedHandler: () => 'Confirm the address of the signature handler first',
  otherHandler: () => 'The handler is not the confirmed one',
  otherDomain: () => 'The signing domain is not the domain of the exchange’s orders',
  otherVerifier: () => 'The verifier is not the confirmed one',
  sessionAllowance: () => 'A session key needs no allowance',
  unknownKeyLayout: () => 'Adyton does not know this way to authorise a key',
  otherKey: () => 'The call authorises another key than the requested one',
  otherExpiry: () => 'The call authorises the key until another time than the granted one',
  otherWallet: () => 'The answer concerns another wallet',
  expiresTooLate: () => 'The key would expire later than requested',
  alreadyExpired: () => 'The key has already expired',
  callsOutOfOrder: () => 'The calls are repeated or out of order',
  noAuthorisation: () => 'No call authorises the requested key',
  handlerInstalledTwice: () => 'The handler is already installed, and a call installs it again',
  handlerNotInstalled: () => 'The handler is not installed, and no call installs it',
};

export const RELAY_FAILURES: Catalogue<RelayFailures> = {
  otherHashSigned: () => 'The signature covers another hash than the one you reviewed',
  notRelayed: ({ reason }) =>
    `The call was not relayed (${explainSafeCode(reason)}) and is not executed: read the wallet again, then try again`,
  notExecuted: () => 'The call was sent, but the wallet did not execute it: sign it again',
  late: () => 'The call was sent, and the wallet does not show it yet. Adyton keeps watching: do not sign it again',
  superseded: () => 'Another transaction of the wallet used its nonce: read the wallet again',
  dropped: () => 'The call was not sent, because an earlier one failed',
  stopped: () => 'The call was stopped',
};
