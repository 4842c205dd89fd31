/**
 * Wallet configuration, of the account and of one market (the one that orders are signed with).
 *
 * Shape       An account without a wallet is told by the signs of the profile: see `findNoWallet`.
 * Source      docs/exchange-interface.md#wallet-configuration, #setup-call; docs/assumptions.md#custodial-signs.
 */
import type { MarketWalletRecord, SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import type { CustodialSign, NoWallet } from '#shared/order/account/custodial.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { parseAddress, parseHex, parseHex32, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord, type Reader, readArray, readBoolean, readInteger, readTextWith } from './jsonReader.ts';
import { readTokenId } from './market.ts';
import { readWhole } from './plausible.ts';
import { cleanServed, readPlain, readServed } from './servedText.ts';
import { unexpectedValue } from './wireError.ts';

const readAddress = readTextWith(parseAddress);
const readHex = readTextWith(parseHex);
const readHex32 = readTextWith(parseHex32);
const MAX_CALLS = 32;
/** As in the vault's signing policy. */
const MAX_DOMAIN_NAME = 256;

const readOperation: Reader<0 | 1> = (value, path) => {
  const operation = readInteger(value, path);
  if (operation !== 0 && operation !== 1) throw unexpectedValue(path, '0 or 1', value);
  return operation;
};

/** Undocumented, so anything but a whole number is none: the rest of the record stays usable. */
const readCount: Reader<number | null> = (value) => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d{1,15}$/.test(text) ? parseInteger(text) : null;
};

export const parseSetupCall: Reader<SetupCall> = (value, path) => {
  const fields = new Fields(value, path);
  return {
    to: fields.required('to', readAddress),
    data: fields.required('data', readHex),
    operation: fields.required('operation', readOperation),
    nonce: fields.required('nonce', readWhole('walletNonce')),
    hash: fields.required('hash', readHex32),
  };
};

const readStatus: Reader<WalletRecord['safeStatus']> = (value, path) => {
  const status = readServed('word')(value, path);
  if (status === 'setup_required' || status === 'ready') return status;
  path.drift?.add({ code: 'safe-states', parameters: { status: quoteFound(status) } });
  return { unknown: status.slice(0, 64) };
};

/** Names of what the interface does not show; of several, the first that is present. None: it is not read. */
export interface WalletFields {
  /** docs/assumptions.md#wallet-nonce */
  readonly nonce: readonly string[];
  /** docs/assumptions.md#wallet-threshold */
  readonly threshold: readonly string[];
}

export const WALLET_FIELDS: WalletFields = {
  nonce: ['safe_nonce', 'nonce'],
  threshold: ['safe_threshold', 'threshold'],
};

export function parseWallet(
  value: unknown,
  path: JsonPath = new JsonPath('wallet'),
  names: WalletFields = WALLET_FIELDS,
): WalletRecord {
  const fields = new Fields(value, path);
  const setup = new Fields(fields.raw('safe_setup') ?? {}, path.at('safe_setup'));
  const signatureType = fields.required('signature_type', readWhole('signatureType'));
  if (signatureType !== 2 && signatureType !== 3) {
    path.drift?.add({ code: 'signature-types', parameters: { signatureType } });
  }
  return {
    proxyAddress: fields.required('proxy_address', readAddress),
    ownerAddress: fields.required('owner_address', readAddress),
    signatureType,
    exchangeAddress: fields.required('exchange_address', readAddress),
    conditionalTokensAddress: fields.required('conditional_tokens_address', readAddress),
    usdcAddress: fields.required('usdc_address', readAddress),
    chainId: fields.required('chain_id', readWhole('chainId')),
    domainName: fields.required('domain_name', readPlain(MAX_DOMAIN_NAME)),
    nextNonce: readFirst(fields, names.nonce),
    threshold: readFirst(fields, names.threshold),
    setupReady: setup.optional('ready', readBoolean) ?? false,
    setupCalls: setup.optional('calls', readArray(parseSetupCall, MAX_CALLS)) ?? [],
    safeStatus: fields.required('safe_status', readStatus),
  };
}

function readFirst(fields: Fields, names: readonly string[]): number | null {
  for (const name of names) {
    const found = fields.optional(name, readCount) ?? null;
    if (found !== null) return found;
  }
  return null;
}

/** What in a record tells an account without a wallet: docs/assumptions.md#custodial-signs. */
export interface CustodialRecordSigns {
  /** Numbers of `signature_type`. */
  readonly signatureTypes: readonly number[];
  /** A `signature_type` that is absent or null. */
  readonly isAbsentType: boolean;
  /** A `signature_type` that is a word. */
  readonly isWordType: boolean;
}

/** The account's wallet, or the sign that it has none. */
export function parseWalletAnswer(
  signs: CustodialRecordSigns,
  names: WalletFields = WALLET_FIELDS,
): (value: unknown, path?: JsonPath) => WalletRecord | NoWallet {
  return (value, path = new JsonPath('wallet')) => {
    const sign = findNoWallet(value, signs);
    return sign === null ? parseWallet(value, path, names) : { noWallet: sign };
  };
}

/** A record with a wallet's type is never one: a wallet that is not named yet is an unreadable answer. */
function findNoWallet(value: unknown, signs: CustodialRecordSigns): CustodialSign | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return { code: 'empty', parameters: {} };
  if (!isRecord(value)) return null;
  if (Object.keys(value).length === 0) return { code: 'empty', parameters: {} };
  const served = value.signature_type ?? null;
  const type = typeof served === 'string' && /^\d{1,9}$/.test(served) ? parseInteger(served) : served;
  if (type === 2 || type === 3) return null;
  const isSign =
    type === null ? signs.isAbsentType : typeof type === 'number' ? signs.signatureTypes.includes(type) : false;
  const isWord = typeof type === 'string' && signs.isWordType;
  if (isSign || isWord) {
    return {
      code: 'signatureType',
      parameters: { found: cleanServed('word', type === null || type === '' ? 'none' : `${type}`) },
    };
  }
  const address = value.proxy_address ?? null;
  const isMissing = address === null || address === '' || address === ZERO_ADDRESS;
  return isMissing && (typeof type === 'number' || type === null) ? { code: 'noAddress', parameters: {} } : null;
}

export function parseMarketWallet(value: unknown, path: JsonPath = new JsonPath('market wallet')): MarketWalletRecord {
  const fields = new Fields(value, path);
  return {
    ...parseWallet(value, path),
    conditionId: fields.required('condition_id', readHex32),
    yesTokenId: fields.required('yes_token_id', readTokenId),
    noTokenId: fields.required('no_token_id', readTokenId),
  };
}
