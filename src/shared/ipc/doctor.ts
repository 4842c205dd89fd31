/**
 * The doctor's report of an account: one line per check, with the one thing to do where it fails.
 *
 * Shape       Findings and remedies are codes; `shared/text/doctor.ts` has their words. Same for the pane and the command line.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { CustodialSign } from '../order/account/custodial.ts';
import type { MarketRecordRefusal, WalletChange } from '../order/wallet/walletChanges.ts';
import type { BridgeError } from './errors.ts';
import type { WalletRefusal } from './wallet/walletCodes.ts';

/** In the order of the report. */
export const DOCTOR_CHECKS = [
  'clock',
  'apiKey',
  'stream',
  'kind',
  'custody',
  'direction',
  'owner',
  'configuration',
  'contracts',
  'approvals',
  'status',
  'market',
  'signature',
] as const;
export type DoctorCheck = (typeof DOCTOR_CHECKS)[number];

/** `unknown`: the check had nothing to check, or the account can do less than it could. */
export type DoctorVerdict = 'ok' | 'failed' | 'unknown';

export interface DoctorFindings {
  clock: { readonly offsetMs: number; readonly roundTripMs: number };
  /** A read failed. */
  unread: { readonly error: BridgeError };
  apiKeyWorks: NoParameters;
  streamOpen: NoParameters;
  streamClosed: NoParameters;
  kindOwnKey: NoParameters;
  kindPasskey: NoParameters;
  kindUnknown: { readonly signatureType: number };
  kindCustodial: { readonly sign: CustodialSign };
  custodyAgreed: NoParameters;
  custodyOpen: NoParameters;
  directionProved: NoParameters;
  directionUnproved: NoParameters;
  directionContradicted: { readonly orderId: string };
  ownerIsKey: { readonly key: string };
  ownerIsOther: { readonly owner: string; readonly key: string | null };
  ownerIsPasskey: { readonly owner: string; readonly secondKey: string | null };
  keyNotGiven: NoParameters;
  configurationSame: { readonly chainId: number; readonly domainName: string };
  configurationNew: { readonly chainId: number; readonly domainName: string };
  configurationChanged: { readonly changes: readonly WalletChange[] };
  contractsFit: { readonly exchange: string; readonly tokens: string; readonly usdc: string };
  contractsUnfit: { readonly refusal: WalletRefusal };
  approvalsGiven: NoParameters;
  approvalsMissing: { readonly calls: number };
  approvalsRefused: { readonly nonce: number; readonly refusal: WalletRefusal };
  statusReady: NoParameters;
  statusSetupRequired: NoParameters;
  statusOther: { readonly status: string };
  marketAgrees: { readonly market: string };
  marketDiffers: { readonly market: string; readonly refusal: MarketRecordRefusal };
  marketNone: NoParameters;
  signatureRecovered: { readonly key: string };
  signatureOther: { readonly key: string; readonly recovered: string | null };
  signatureFailed: { readonly error: BridgeError };
  signatureNone: NoParameters;
}

/** The one thing to do. */
export type DoctorRemedy =
  | 'setClock'
  | 'checkConnection'
  | 'newApiKey'
  | 'askExchange'
  | 'waitForStream'
  | 'confirmCustodial'
  | 'placeFirstOrder'
  | 'importOwnerKey'
  | 'addSecondKey'
  | 'giveKeyFile'
  | 'acceptChanges'
  | 'readWallet'
  | 'finishSetup'
  | 'finishSetupAtPasskey'
  | 'waitForMarkets'
  | 'restart';

export interface DoctorLine {
  readonly check: DoctorCheck;
  readonly verdict: DoctorVerdict;
  readonly finding: Coded<DoctorFindings>;
  /** Null where there is nothing to do. */
  readonly remedy: DoctorRemedy | null;
}

export interface DoctorReport {
  readonly atMs: number;
  readonly lines: readonly DoctorLine[];
}
