/** Words of the reasons why main does not sign a wallet call, and of failed relays. */
import type { BatchFault, RelayFailures, WalletRefusals } from '../ipc/walletCodes.ts';
import type { Catalogue } from './catalogue.ts';

const BATCH_FAULTS: Readonly<Record<BatchFault, string>> = {
  other_function: 'it is not a multiSend call',
  not_canonical: 'its encoding is not canonical',
  truncated: 'its last call is incomplete',
  empty: 'it contains no call',
};

export const WALLET_REFUSALS: Catalogue<WalletRefusals> = {
  no_key: () => 'Create or import a key first',
  passkey_wallet: () => 'A passkey owns this wallet: sign its set-up where the passkey is',
  unsupported_wallet_type: ({ signatureType }) =>
    `This wallet has signature type ${signatureType}. Only a wallet owned by your own key (type 2) can be set up here`,
  other_owner: () => 'The key in the vault does not own this wallet',
  no_chain: () => 'The wallet configuration names no chain',
  no_domain: () => 'The wallet configuration names no signing domain',
  zero_address: () => 'The wallet configuration contains a zero address',
  repeated_address: () => 'The wallet configuration uses one address for two roles',
  hash_mismatch: () => 'The hash to sign is not the hash of this call',
  invalid_nonce: () => 'The call has no valid nonce',
  unexpected_nonce: ({ expected, found }) =>
    `Expected nonce ${expected}, found ${found}: a call is missing or listed twice`,
  unknown_batch_contract: () => 'The call would run unknown code as the wallet (DELEGATECALL)',
  malformed_batch: ({ fault }) => `The batch is malformed: ${BATCH_FAULTS[fault]}`,
  delegatecall: () => 'A set-up call may not run other code as the wallet (DELEGATECALL)',
  sends_value: () => 'A set-up call may not send coins',
  nested_batch: () => 'A batch inside a batch is not allowed',
  unknown_function: () => 'Adyton does not know this function',
  malformed_arguments: () => 'The arguments are malformed or not in canonical encoding',
  not_setup: () => 'The set-up does not need this',
  no_pinned_handler: () => 'Confirm the address of the signature handler first',
  other_handler: () => 'The handler is not the confirmed one',
  other_domain: () => 'The signing domain is not the domain of the exchange’s orders',
  other_verifier: () => 'The verifier is not the confirmed one',
  session_allowance: () => 'A session key needs no allowance',
  unknown_key_layout: () => 'Adyton does not know this way to authorise a key',
  other_key: () => 'The call authorises another key than the requested one',
  other_expiry: () => 'The call authorises the key until another time than the granted one',
  other_wallet: () => 'The answer concerns another wallet',
  expires_too_late: () => 'The key would expire later than requested',
  already_expired: () => 'The key has already expired',
  calls_out_of_order: () => 'The calls are repeated or out of order',
  no_authorisation: () => 'No call authorises the requested key',
  handler_installed_twice: () => 'The handler is already installed, and a call installs it again',
  handler_not_installed: () => 'The handler is not installed, and no call installs it',
};

export const RELAY_FAILURES: Catalogue<RelayFailures> = {
  other_hash_signed: () => 'The signature covers another hash than the one you reviewed',
  not_relayed: ({ reason }) =>
    `The call was not relayed (${reason}) and is not executed: read the wallet again, then try again`,
};
