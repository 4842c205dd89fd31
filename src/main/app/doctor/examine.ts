/**
 * The doctor: examines an account from its clock to a recovered signature, and changes nothing.
 *
 * Shape       One line per check, in the order of DOCTOR_CHECKS; what an account of its kind does not need has no line.
 *             Shared by the pane and the command line, which differ in their sources.
 * Invariants  Sends reads alone. A read that fails is a line, never an exception.
 * Source      docs/exchange-interface.md#accounts, #wallet-configuration
 */

import type { DoctorCheck, DoctorLine, DoctorRemedy, DoctorVerdict } from '#shared/ipc/doctor.ts';
import type { BridgeError } from '#shared/ipc/errors.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, WalletRecord } from '#shared/order/account/account.ts';
import { type CustodialView, isNoWallet, type NoWallet } from '#shared/order/account/custodial.ts';
import { isClockOff } from '#shared/order/expiry.ts';
import { findOrderSigner, OWN_KEY_TYPE, PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';
import type { Address, MarketId } from '#shared/units/ids.ts';
import { loadCallCodec } from '../../wallet/callCodec.ts';
import { evaluateSetupCalls } from '../../wallet/setupCalls.ts';
import { buildPin, checkContracts, checkMarketRecord, listChanges } from '../../wallet/walletRecord.ts';
import { toBridgeError } from '../bridgeError.ts';
import { type ProbeSigner, recoverProbe } from './signatureProbe.ts';

export interface DoctorKeys {
  readonly own: Address | null;
  /** Oldest first. */
  readonly second: readonly Address[];
}

export interface DoctorSources {
  now(): number;
  /** Rejects when the exchange's time can't be read. */
  measureClock(): Promise<{ readonly offsetMs: number; readonly roundTripMs: number }>;
  /** Any private read; rejects where the API key does not work. */
  readAccount(): Promise<unknown>;
  /** Whether the private stream reports; null: not examined here. */
  isStreamOpen(): boolean | null;
  fetchWallet(): Promise<WalletRecord | NoWallet>;
  fetchMarketWallet(market: MarketId): Promise<MarketWalletRecord>;
  /** A market to compare with; null: none is known. */
  market(): Market | null;
  /** What the member agreed to before; null: nothing. */
  pin(owner: Address | null): WalletPin | null;
  /** What the member confirmed of an account without a wallet; null: nothing is known here. */
  custodial(): Pick<CustodialView, 'agreedAtMs' | 'proof'> | null;
  /** Null: no key was given, so nothing is compared and nothing is signed. */
  keys(): DoctorKeys | null;
  readonly signer: ProbeSigner;
}

type Finding = DoctorLine['finding'];
type Note = (check: DoctorCheck, verdict: DoctorVerdict, finding: Finding, remedy?: DoctorRemedy) => void;

/** `onLine` gets each line as soon as it is known. */
export async function examine(
  sources: DoctorSources,
  onLine: (line: DoctorLine) => void = () => undefined,
): Promise<readonly DoctorLine[]> {
  const lines: DoctorLine[] = [];
  const note: Note = (check, verdict, finding, remedy) => {
    const line = { check, verdict, finding, remedy: remedy ?? null };
    lines.push(line);
    onLine(line);
  };
  /** The value, or null after a line about the failed read. */
  const read = async <T>(check: DoctorCheck, run: () => Promise<T>): Promise<{ readonly value: T } | null> => {
    try {
      return { value: await run() };
    } catch (thrown) {
      const error = toBridgeError(thrown, sources.now);
      note(check, 'failed', { code: 'unread', parameters: { error } }, remedyOf(error));
      return null;
    }
  };

  const clock = await read('clock', () => sources.measureClock());
  if (clock === null) return lines;
  const isOff = isClockOff(clock.value.offsetMs);
  note('clock', isOff ? 'failed' : 'ok', { code: 'clock', parameters: clock.value }, isOff ? 'setClock' : undefined);
  if ((await read('apiKey', () => sources.readAccount())) === null) return lines;
  note('apiKey', 'ok', { code: 'apiKeyWorks', parameters: {} });
  const isStreamOpen = sources.isStreamOpen();
  if (isStreamOpen === true) note('stream', 'ok', { code: 'streamOpen', parameters: {} });
  if (isStreamOpen === false) note('stream', 'failed', { code: 'streamClosed', parameters: {} }, 'waitForStream');
  const answer = await read('kind', () => sources.fetchWallet());
  if (answer === null) return lines;
  if (isNoWallet(answer.value)) {
    examineCustodial(answer.value, sources, note);
    return lines;
  }
  const record = answer.value;
  noteKind(record, note);
  const signer = examineOwner(record, sources.keys(), note);
  examineConfiguration(record, sources, note);
  await examineSetup(record, note);
  const market = sources.market();
  if (market === null) note('market', 'unknown', { code: 'marketNone', parameters: {} }, 'waitForMarkets');
  else {
    const found = await read('market', () => sources.fetchMarketWallet(market.id));
    if (found !== null) noteMarket(record, found.value, market, note);
  }
  await examineSignature(record, signer, sources, note);
  return lines;
}

function examineCustodial({ noWallet }: NoWallet, sources: DoctorSources, note: Note): void {
  note('kind', 'ok', { code: 'kindCustodial', parameters: { sign: noWallet } });
  const pin = sources.pin(sources.keys()?.own ?? null);
  if (pin !== null) {
    const changes = [{ code: 'noWallet', parameters: { before: pin.proxyAddress } } as const];
    note('configuration', 'failed', { code: 'configurationChanged', parameters: { changes } }, 'acceptChanges');
    return;
  }
  const custodial = sources.custodial();
  // The command line has no agreement: it can only say what the exchange answers.
  if (custodial === null) return;
  const { agreedAtMs, proof } = custodial;
  if (proof.at === 'contradicted') {
    const { orderId } = proof;
    note('direction', 'failed', { code: 'directionContradicted', parameters: { orderId } }, 'askExchange');
    return;
  }
  if (agreedAtMs === null) {
    note('custody', 'unknown', { code: 'custodyOpen', parameters: {} }, 'confirmCustodial');
    return;
  }
  note('custody', 'ok', { code: 'custodyAgreed', parameters: {} });
  if (proof.at === 'confirmed') note('direction', 'ok', { code: 'directionProved', parameters: {} });
  else note('direction', 'unknown', { code: 'directionUnproved', parameters: {} }, 'placeFirstOrder');
}

function noteKind({ signatureType }: WalletRecord, note: Note): void {
  if (signatureType === OWN_KEY_TYPE) note('kind', 'ok', { code: 'kindOwnKey', parameters: {} });
  else if (signatureType === PASSKEY_TYPE) note('kind', 'ok', { code: 'kindPasskey', parameters: {} });
  else note('kind', 'failed', { code: 'kindUnknown', parameters: { signatureType } }, 'askExchange');
}

type Signer = Exclude<ReturnType<typeof findOrderSigner>, { readonly kind: 'none' }>;

/** The key that signs, or null. */
function examineOwner(record: WalletRecord, keys: DoctorKeys | null, note: Note): Signer | null {
  const { signatureType, ownerAddress: owner } = record;
  if (keys === null) {
    note('owner', 'unknown', { code: 'keyNotGiven', parameters: {} }, 'giveKeyFile');
    return null;
  }
  const signer = findOrderSigner({ signatureType, walletOwner: owner, ownKey: keys.own, secondKeys: keys.second });
  if (signatureType === PASSKEY_TYPE) {
    const secondKey = signer.kind === 'second' ? signer.key : null;
    const finding: Finding = { code: 'ownerIsPasskey', parameters: { owner, secondKey } };
    note('owner', secondKey === null ? 'unknown' : 'ok', finding, secondKey === null ? 'addSecondKey' : undefined);
  } else if (signer.kind === 'own') {
    note('owner', 'ok', { code: 'ownerIsKey', parameters: { key: signer.key } });
  } else {
    note('owner', 'failed', { code: 'ownerIsOther', parameters: { owner, key: keys.own } }, 'importOwnerKey');
  }
  return signer.kind === 'none' ? null : signer;
}

function examineConfiguration(record: WalletRecord, sources: DoctorSources, note: Note): void {
  const { chainId, domainName } = record;
  const pin = sources.pin(sources.keys()?.own ?? null);
  const changes = pin === null ? [] : listChanges(pin, buildPin(record));
  if (pin === null) note('configuration', 'ok', { code: 'configurationNew', parameters: { chainId, domainName } });
  else if (changes.length === 0) {
    note('configuration', 'ok', { code: 'configurationSame', parameters: { chainId, domainName } });
  } else note('configuration', 'failed', { code: 'configurationChanged', parameters: { changes } }, 'acceptChanges');
  const refusal = checkContracts(record);
  if (refusal !== null) {
    note('contracts', 'failed', { code: 'contractsUnfit', parameters: { refusal } }, 'askExchange');
    return;
  }
  const { exchangeAddress: exchange, conditionalTokensAddress: tokens, usdcAddress: usdc } = record;
  note('contracts', 'ok', { code: 'contractsFit', parameters: { exchange, tokens, usdc } });
}

async function examineSetup(record: WalletRecord, note: Note): Promise<void> {
  const { signatureType, safeStatus, setupCalls } = record;
  const finish: DoctorRemedy = signatureType === PASSKEY_TYPE ? 'finishSetupAtPasskey' : 'finishSetup';
  const rules = { owner: record.ownerAddress, allowedMultiSends: [] };
  const calls = setupCalls.length === 0 ? [] : evaluateSetupCalls(record, rules, await loadCallCodec());
  const refused = signatureType === OWN_KEY_TYPE ? calls.find(({ refusal }) => refusal !== null) : undefined;
  if (refused !== undefined) {
    const { nonce, refusal } = refused;
    note('approvals', 'failed', { code: 'approvalsRefused', parameters: { nonce, refusal: refusal! } }, 'askExchange');
  } else if (calls.length > 0) {
    note('approvals', 'failed', { code: 'approvalsMissing', parameters: { calls: calls.length } }, finish);
  } else note('approvals', 'ok', { code: 'approvalsGiven', parameters: {} });
  if (safeStatus === 'ready') note('status', 'ok', { code: 'statusReady', parameters: {} });
  else if (safeStatus === 'setup_required') {
    note('status', 'failed', { code: 'statusSetupRequired', parameters: {} }, finish);
  } else note('status', 'failed', { code: 'statusOther', parameters: { status: safeStatus.unknown } }, 'askExchange');
}

function noteMarket(account: WalletRecord, record: MarketWalletRecord, market: Market, note: Note): void {
  const refusal = checkMarketRecord(account, record, market);
  const name = market.title;
  if (refusal === null) note('market', 'ok', { code: 'marketAgrees', parameters: { market: name } });
  else note('market', 'failed', { code: 'marketDiffers', parameters: { market: name, refusal } }, 'askExchange');
}

async function examineSignature(
  record: WalletRecord,
  by: Signer | null,
  { signer, now }: DoctorSources,
  note: Note,
): Promise<void> {
  if (by === null) {
    note('signature', 'unknown', { code: 'signatureNone', parameters: {} });
    return;
  }
  const { key } = by;
  try {
    const recovered = await recoverProbe(record, by, signer, now());
    if (recovered === key) note('signature', 'ok', { code: 'signatureRecovered', parameters: { key } });
    else note('signature', 'failed', { code: 'signatureOther', parameters: { key, recovered } }, 'restart');
  } catch (thrown) {
    const error = toBridgeError(thrown, now);
    note('signature', 'failed', { code: 'signatureFailed', parameters: { error } }, 'restart');
  }
}

/** The one thing to do after a failed read. */
function remedyOf(error: BridgeError): DoctorRemedy {
  if (error.code === 'UNREACHABLE' || error.code === 'RATE_LIMITED') return 'checkConnection';
  if (error.code !== 'REJECTED') return error.code === 'LOCKED' ? 'restart' : 'askExchange';
  const { codes } = error.parameters;
  if (codes.some((code) => code.startsWith('authz.nonce_'))) return 'setClock';
  return codes.some((code) => code.startsWith('authz.')) ? 'newApiKey' : 'askExchange';
}
