/**
 * Wallet configuration, of the account and of one market (the record that signs).
 *
 * Source      exchange-interface, Wallet configuration and Wallet setup call.
 */
import type { MarketWalletRecord, SetupCall, WalletRecord } from '#shared/order/account.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { parseAddress, parseHex, parseHex32 } from '#shared/units/ids.ts';
import { readTokenId } from './market.ts';
import { Fields, JsonPath, type Read, readArray, readBoolean, readBy, readInteger, readText } from './reader.ts';
import { refuse } from './wireError.ts';

const readAddress = readBy(parseAddress);
const readHex = readBy(parseHex);
const readHex32 = readBy(parseHex32);
const MAX_CALLS = 32;

const readOperation: Read<0 | 1> = (value, place) => {
  const operation = readInteger(value, place);
  if (operation !== 0 && operation !== 1) throw refuse(place, '0 or 1', value);
  return operation;
};

const readNonNegative: Read<number> = (value, place) => {
  const number = readInteger(value, place);
  if (number < 0) throw refuse(place, 'a number not below 0', value);
  return number;
};

export const parseSetupCall: Read<SetupCall> = (value, place) => {
  const fields = new Fields(value, place);
  return {
    to: fields.take('to', readAddress),
    data: fields.take('data', readHex),
    operation: fields.take('operation', readOperation),
    nonce: fields.take('nonce', readNonNegative),
    hash: fields.take('hash', readHex32),
  };
};

const readStatus: Read<WalletRecord['safeStatus']> = (value, place) => {
  const word = readText(value, place);
  if (word === 'setup_required' || word === 'ready') return word;
  place.survey?.note('safe-states', `Wallet status ${quoteFound(word)}`);
  return { unknown: word.slice(0, 64) };
};

export function parseWallet(value: unknown, place: JsonPath = new JsonPath('wallet')): WalletRecord {
  const fields = new Fields(value, place);
  const setup = new Fields(fields.raw('safe_setup') ?? {}, place.at('safe_setup'));
  const signatureType = fields.take('signature_type', readNonNegative);
  if (signatureType !== 2 && signatureType !== 3) {
    place.survey?.note('custodial-shows', `Signature type ${signatureType}`);
  }
  return {
    proxyAddress: fields.take('proxy_address', readAddress),
    ownerAddress: fields.take('owner_address', readAddress),
    signatureType,
    exchangeAddress: fields.take('exchange_address', readAddress),
    conditionalTokensAddress: fields.take('conditional_tokens_address', readAddress),
    usdcAddress: fields.take('usdc_address', readAddress),
    chainId: fields.take('chain_id', readNonNegative),
    domainName: fields.take('domain_name', readText),
    setupReady: setup.maybe('ready', readBoolean) ?? false,
    setupCalls: setup.maybe('calls', readArray(parseSetupCall, MAX_CALLS)) ?? [],
    safeStatus: fields.take('safe_status', readStatus),
  };
}

export function parseMarketWallet(value: unknown, place: JsonPath = new JsonPath('market wallet')): MarketWalletRecord {
  const fields = new Fields(value, place);
  return {
    ...parseWallet(value, place),
    conditionId: fields.take('condition_id', readHex32),
    yesTokenId: fields.take('yes_token_id', readTokenId),
    noTokenId: fields.take('no_token_id', readTokenId),
  };
}
