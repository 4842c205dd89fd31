/** Texts of the bridge's errors: what happened and what to do; no final period. */

import type {
  BridgeError,
  BridgeErrorCodes,
  InputFault,
  NetworkMismatch,
  PasswordFault,
  SetupErrorCodes,
  VaultErrorCodes,
} from '../ipc/errors.ts';
import { MAX_DETACHED_WINDOWS, MAX_WORKSPACES, type WorkspaceFileFault } from '../ipc/workspaces.ts';
import { LIMIT_RULES } from '../order/risk/limits.ts';
import { formatReadiness } from './account/readiness.ts';
import { TERMS_PROBLEMS } from './alerts/alerts.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';
import { formatKeychainFailure } from './custody/keychain.ts';
import { PLAN_FAULTS } from './exits/preparedExits.ts';
import { formatDenial } from './orders/denials.ts';
import { findExchangeError, wordsOfCode } from './orders/exchangeErrors.ts';
import { formatLimit } from './risk/risk.ts';
import { ACTION_ERRORS } from './wallet/walletActions.ts';
import { formatWalletChanges, MARKET_RECORD_REFUSALS } from './wallet/walletChanges.ts';
import { RELAY_FAILURES, WALLET_REFUSALS } from './wallet/walletRefusals.ts';

const WRONG_PASSWORDS: Readonly<Record<VaultErrorCodes['WRONG_PASSWORD']['of'], string>> = {
  vault: 'Wrong password',
  keyFile: 'Wrong password for this key file',
};

const BAD_KEYS: Readonly<Record<Exclude<VaultErrorCodes['BAD_KEY']['reason'], 'phraseWord' | 'phraseLength'>, string>> =
  {
    apiKey: 'This is not an API key with its secret: copy both again',
    outOfRange: 'This is not a valid private key: enter another',
    hexDigits: 'A private key has 64 digits from 0-9 and a-f',
    keyFile: 'Adyton cannot read this key file: choose one in the format Web3 Secret Storage, version 3',
    phrase: 'The words do not belong together: look for a wrong word, or two in the wrong order',
    addressIndex: 'The address index must be a whole number from 0 to 99',
    duplicate: 'This key is already in the vault',
  };

function formatBadKey(fault: VaultErrorCodes['BAD_KEY']): string {
  if (fault.reason === 'phraseWord')
    return `Word ${fault.word} is not a word of recovery phrases: look for a typing error`;
  if (fault.reason === 'phraseLength')
    return `A recovery phrase has 12, 15, 18, 21 or 24 words, and these are ${fault.words}`;
  return BAD_KEYS[fault.reason];
}

const KDF_PARAMS: Readonly<Record<VaultErrorCodes['KDF_PARAMS']['of'], string>> = {
  vault: 'The vault file uses unsafe key derivation parameters: restore it from a copy',
  keyFile: 'This key file asks for more work than is safe: export the key again with standard parameters',
  time: 'This key file took longer than a minute to open: export the key again with standard parameters',
  computer: 'This computer cannot run the key derivation of this file: free some memory, then try again',
};

const SAVE_FAILURES: Readonly<Record<VaultErrorCodes['SAVE_FAILED']['reason'], string>> = {
  vault: 'The vault could not be saved, and its file was not changed: check free space and permissions of the folder',
  readBack:
    'The vault could not be saved, and its file was not changed: the disk returned other bytes than were written',
  recording: 'The recorded day could not be deleted: check the permissions of the data folder',
  copy: 'The copy could not be written there: choose another folder',
  copyExists: 'A file of that name exists: choose another name',
  export: 'The file could not be written there: check free space and permissions of the folder',
  exportJournal: 'The order journal could not be read, so nothing was exported: the log has the details',
  settings: 'The settings could not be saved and did not change: check free space and permissions of the folder',
};

const CANCELLATIONS: Readonly<Record<VaultErrorCodes['CANCELLED']['reason'], string>> = {
  declined: 'You cancelled it: nothing was done',
  noPath: 'No file was chosen: nothing was written',
  noFile: 'No file was chosen: nothing was read',
  import: 'The import was cancelled: nothing was stored',
  export: 'The export was cancelled: nothing was written',
};

const DENIALS: Readonly<Record<VaultErrorCodes['DENIED']['reason'], string>> = {
  ownKey: 'The own key cannot be removed from the vault',
  unknownKey: 'The vault has no such key',
  notOlder: 'The vault is not older than the last one seen here: nothing to accept',
  olderVault: 'The vault file is older than the last one seen here: accept it in the Wallet pane first',
  keychainUnlockOn: 'Keychain unlock is already on',
  keychainUnlockNotReady: 'Keychain unlock is not available: use the password',
  notSignable: 'The vault does not sign this',
  unknownAccount: 'The vault has no such account',
  selectedAccount: 'The account that is in use cannot be removed: switch to another one first',
  tooManyAccounts: 'The vault has no room for another account: remove one first',
  accountLabel: 'Choose a label of 1 to 24 visible characters, without spaces at its ends',
  sameLabel: 'Another account has this label: choose one that tells them apart',
  notPrepared: 'While the keys are locked, only a prepared exit can be sent or cancelled',
};

const MISSING: Readonly<Record<BridgeErrorCodes['NOT_FOUND']['what'], string>> = {
  command: 'This command does not exist: restart Adyton',
  recording: 'Nothing was recorded on that day, or it was deleted before',
  olderVault: 'There is no older vault to accept',
  consentLoss: 'No loss of stored orders waits for a confirmation',
  account: 'The vault has no such account, or it is already in use',
  custodialAccount: 'No account without a wallet waits for a confirmation',
  marketChange: 'This market has no change to accept',
  key: 'The vault has no such key',
  alert: 'This alert does not exist any more',
  conditional: 'This conditional order does not go on any more',
  order: 'Your account has no such order: nothing was sent',
  market: 'The exchange has not listed this market: nothing was sent',
  workspace: 'This workspace does not exist any more',
  relay: 'This call ended already, or is being sent',
  address: 'This address is not in the address book',
};

const CHANGED: Readonly<Record<BridgeErrorCodes['CHANGED_MEANWHILE']['what'], string>> = {
  conditional: 'Another conditional order was armed',
  halt: 'The order halted again',
  limits: 'A limit changed',
  openOrders: 'Orders were placed',
  vault: 'Another wallet file was opened',
};

const UNREACHABLE: Readonly<Record<BridgeErrorCodes['UNREACHABLE']['what'], string>> = {
  exchange: 'The exchange did not answer: try again when the connection is back',
  main: 'Adyton’s main process did not answer: restart Adyton, then check your open orders',
};

const SETUP_ERRORS: Catalogue<SetupErrorCodes> = {
  accountChanged: () => 'The account changed: read the wallet again',
  walletRefused: ({ codes }) =>
    `The exchange did not name your wallet this time${codes.length === 0 ? '' : ` (${codes.map(wordsOfCode).join(', ')})`}: read it again`,
  noWallet: () => 'The exchange names no wallet for this account, so there is nothing to sign',
  notRead: () => 'Read the setup calls first',
  callRefused: ({ nonce, refusal }) => `Call ${nonce} is not signed: ${formatCoded(WALLET_REFUSALS, refusal)}`,
  relayFailed: ({ nonce, failure }) => `Call ${nonce} failed: ${formatCoded(RELAY_FAILURES, failure)}`,
  callMissing: () => 'The wallet no longer lists a call that you reviewed: read it again',
  unknownStatus: () => 'The exchange reports a wallet status that Adyton does not support: nothing was signed',
  callsChanged: () => 'The setup calls changed since you reviewed them, and nothing was signed: review them again',
  nothingToSign: () => 'The wallet lists no call to sign: read it again',
  setupRunning: () => 'The calls are being signed and sent already: wait until that ends',
  walletNotReady: () => 'Finish the setup of the wallet first',
  unknownSessionKey: () => 'The vault has no such session key: look at the list again',
  noChanges: () => 'The wallet has no change to accept: read it again',
  changedAgain: () => 'The wallet changed again: read it again',
  changesNotSaved: () => 'The changes could not be saved, so none was accepted: free disk space, then try again',
};

const BRIDGE_ERRORS: Catalogue<BridgeErrorCodes> = {
  LOCKED: () => 'Unlock the vault first',
  VAULT_ABSENT: () => 'Create or import a key first',
  VAULT_EXISTS: () => 'There is a vault already: unlock it',
  WRONG_PASSWORD: ({ of }) => WRONG_PASSWORDS[of],
  BACK_OFF: ({ seconds }) => `Too many wrong passwords: wait ${seconds} s, then try again`,
  WEAK_PASSWORD: formatPasswordFault,
  BAD_KEY: formatBadKey,
  VAULT_TAMPERED: formatTampering,
  VAULT_CORRUPT: formatCorruption,
  VAULT_TOO_NEW: () => 'A newer Adyton wrote this vault, and its file was not changed: update Adyton',
  KDF_PARAMS: ({ of }) => KDF_PARAMS[of],
  NOT_IN_THIS_NETWORK: formatNetworkMismatch,
  SAVE_FAILED: ({ reason }) => SAVE_FAILURES[reason],
  KEYCHAIN_FAILED: ({ fault }) => formatKeychainFailure(fault),
  CANCELLED: ({ reason }) => CANCELLATIONS[reason],
  DENIED: ({ reason }) => DENIALS[reason],
  DISK_FULL: () =>
    'The disk is full, so this was not saved. Orders can still be cancelled and positions closed: free some space',
  EXITS_REFUSED: (why) =>
    `No exit was signed ahead: ${'fault' in why ? PLAN_FAULTS[why.fault] : formatDenial(why.denial)}`,
  BUG: () => 'Something in Adyton failed, and it was not tried again: the log has the details',
  BAD_INPUT: formatInputFault,
  FORBIDDEN_SENDER: () => 'Only Adyton’s own window may do this',
  NOT_FOUND: ({ what }) => MISSING[what],
  NOT_READY: formatReadiness,
  REJECTED: ({ codes: [code] }) =>
    code === undefined
      ? 'The exchange refused it without a reason'
      : (findExchangeError(code) ?? `The exchange refused it: ${wordsOfCode(code)}`),
  QUESTION_OPEN: () => 'Another question waits outside this window: answer it first',
  BUILD_CHANGED: ({ files }) =>
    files.length === 0
      ? 'Adyton was built again since this vault was last opened: unlock with the password and agree to the new build'
      : `Files of Adyton are not as they were built: ${files.join(', ')}. Quit and start again`,
  QUESTIONS_LIMITED: ({ seconds }) => `Adyton asked several times within a minute: wait ${seconds} s, then try again`,
  CHANGED_MEANWHILE: ({ what }) => `${CHANGED[what]} while the question was open, so nothing was done: try again`,
  TOO_OFTEN: ({ seconds }) => `Too many attempts within a minute: wait ${seconds} s, then try again`,
  UNREACHABLE: ({ what }) => UNREACHABLE[what],
  RATE_LIMITED: ({ seconds }) => `The exchange allows no more of these requests for ${seconds} s: wait, then try again`,
  BAD_ANSWER: () => 'The exchange’s answer could not be read, so nothing was changed: try again later',
  SETUP_REFUSED: (error) => formatCoded(SETUP_ERRORS, error),
  ACTION_REFUSED: (error) => formatCoded(ACTION_ERRORS, error),
  MARKET_REFUSED: ({ refusal }) =>
    refusal === null
      ? 'The market changed again, so nothing was accepted: compare its ids once more'
      : `The market’s ids cannot be accepted: ${formatCoded(MARKET_RECORD_REFUSALS, refusal)}`,
  WALLET_CHANGED: ({ changes }) =>
    `The exchange changed your wallet’s configuration: ${formatWalletChanges(changes)}. Nothing is signed until you accept the changes`,
};

export function formatBridgeError(error: BridgeError): string {
  return formatCoded(BRIDGE_ERRORS, error);
}

function formatPasswordFault(fault: PasswordFault): string {
  if (fault.reason === 'empty') return 'Choose a password';
  if (fault.reason === 'tooShort')
    return `Choose a password of at least ${fault.min} characters; this one has ${fault.found}`;
  switch (fault.pattern) {
    case 'repeated':
      return 'Choose a password that is harder to guess: this one repeats characters or words';
    case 'common':
      return 'Choose a password that is harder to guess: this one is similar to a common password';
    case 'sequence':
      return 'Choose a password that is harder to guess: this one contains a keyboard row, a sequence or a date';
    case 'other':
      return 'Choose a password that is harder to guess: use a few unrelated words';
  }
}

function formatTampering(found: VaultErrorCodes['VAULT_TAMPERED']): string {
  switch (found.reason) {
    case 'changed':
      return 'Another program changed the vault file: restore it from a copy and find out what changed it';
    case 'readableByOthers':
      return `Other users of this computer can read the vault: run chmod 600 "${found.path}", then change its password`;
    case 'notAFile':
      return `${found.path} is not a plain file: another program may have put it there`;
  }
}

function formatCorruption(found: VaultErrorCodes['VAULT_CORRUPT']): string {
  switch (found.reason) {
    case 'damaged':
      return 'The vault file is damaged and was not changed: restore it from a copy';
    case 'unreadable':
      return 'The vault file cannot be read: check the permissions of its folder';
    case 'tooLarge':
      return 'The vault file is too large to be a vault: restore it from a copy';
    case 'onlyPrevious':
      return `${found.name} is missing in ${found.folder}: rename ${found.previous} to ${found.name} to use the save before`;
  }
}

function formatNetworkMismatch(found: NetworkMismatch): string {
  switch (found.reason) {
    case 'paperOnly':
      return 'Only the network paper has this';
    case 'notOnPaper':
      return 'The network paper does not have this';
    case 'address':
      return 'This network does not allow this address';
    case 'foreignKeys': {
      const { keys, here } = found;
      return `These keys belong to ${keys.network} at ${keys.origin} and never sign for ${here.network} at ${here.origin}`;
    }
  }
}

function formatWorkspaceFileFault(fault: WorkspaceFileFault): string {
  switch (fault.fault) {
    case 'unreadable':
      return 'The file cannot be read as text';
    case 'notJson':
      return 'The file is not an exported workspace';
    case 'noPane':
      return 'The workspace in the file has no pane';
    case 'tooLarge':
      return `The file is larger than ${Math.floor(fault.maxBytes / 1024)} kB`;
    case 'version':
      return `The file has version ${fault.found} of the format, and this Adyton reads version ${fault.expected}`;
    case 'shape':
      return ['', 'format'].includes(fault.path)
        ? 'The file is not an exported workspace'
        : `The exported workspace is damaged at ${fault.path}`;
    case 'tooDeep':
      return `The file is nested deeper than ${fault.max} levels, which no exported workspace is`;
    case 'unknownPane':
      return `The workspace has a pane that this Adyton does not have: “${fault.pane}”`;
  }
}

function formatInputFault(fault: InputFault): string {
  switch (fault.reason) {
    case 'text':
    case 'keys':
    case 'encoding':
      return 'The command’s input could not be read';
    case 'layout':
      return 'The layout is not a JSON object';
    case 'vaultFolder':
      return 'Choose another folder: Adyton stores the vault itself in this one';
    case 'lockTimes':
      return 'The screen must lock before the keys do, or at the same time';
    case 'lastWorkspace':
      return 'This is the only workspace: create another one first';
    case 'tooManyWorkspaces':
      return `There can be ${MAX_WORKSPACES} workspaces: delete one first`;
    case 'tooManyWindows':
      return `A workspace can have ${MAX_DETACHED_WINDOWS} windows besides the main one: close one first`;
    case 'workspacesTooLarge':
      return 'The workspaces together are too large to be saved: delete one first';
    case 'workspaceFile':
      return formatWorkspaceFileFault(fault);
    case 'size':
      return `The command’s input is larger than ${fault.maxBytes} bytes`;
    case 'depth':
      return `The command’s input is nested deeper than ${fault.max} levels`;
    case 'schema':
      return `The input of ${fault.command} is not valid at ${fault.path} (${fault.issue})`;
    case 'limit': {
      const { min, max } = LIMIT_RULES[fault.limit];
      const [from, to] = [formatLimit(fault.limit, min), formatLimit(fault.limit, max)];
      return `${LIMIT_RULES[fault.limit].label} must be from ${from} to ${to}`;
    }
    case 'passwordNeeded':
      return 'This change lets more orders through, so it needs the password';
    case 'tooManyEvents':
      return 'Too many events are marked as exclusive: take another mark away first';
    case 'accountNotRead':
      return 'The account is not read yet: try again when it is live';
    case 'alert':
      return TERMS_PROBLEMS[fault.problem];
    case 'unit':
      return `Expected ${fault.expected}, found ${fault.found}`;
  }
}
