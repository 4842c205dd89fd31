/** Words of the doctor's report: names of the checks, findings, and the one thing to do. Without a final period. */
import type { Coded } from '../base/coded.ts';
import type { DoctorCheck, DoctorFindings, DoctorLine, DoctorRemedy, DoctorVerdict } from '../ipc/doctor.ts';
import { formatCustodialSign } from './account/custodial.ts';
import { formatBridgeError } from './bridgeErrors.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';
import { formatClockOffset } from './times.ts';
import { formatWalletChanges, MARKET_RECORD_REFUSALS } from './wallet/walletChanges.ts';
import { WALLET_REFUSALS } from './wallet/walletRefusals.ts';

export const DOCTOR_CHECK_NAMES: Readonly<Record<DoctorCheck, string>> = {
  clock: 'Clock',
  apiKey: 'API key',
  stream: 'Private stream',
  kind: 'Kind of account',
  custody: 'Custodial account',
  direction: 'Direction',
  owner: 'Key and owner',
  configuration: 'Chain and domain',
  contracts: 'Contracts',
  approvals: 'Approvals',
  status: 'Wallet status',
  market: 'Market record',
  signature: 'Order signature',
};

export const DOCTOR_VERDICTS: Readonly<Record<DoctorVerdict, string>> = {
  ok: 'ok',
  failed: 'failed',
  unknown: 'not checked',
};

const DOCTOR_FINDINGS: Catalogue<DoctorFindings> = {
  clock: ({ offsetMs, roundTripMs }) =>
    `The exchange's time is ${formatClockOffset(offsetMs)} from this computer's, over ${roundTripMs} ms`,
  unread: ({ error }) => formatBridgeError(error),
  apiKeyWorks: () => 'The exchange answers this API key',
  streamOpen: () => 'Open: orders, fills, balances and positions are reported',
  streamClosed: () => 'Not open: changes of the account show only when they are read',
  kindOwnKey: () => 'A wallet owned by a key (type 2)',
  kindPasskey: () => 'A wallet owned by a passkey (type 3)',
  kindUnknown: ({ signatureType }) => `A wallet of type ${signatureType}, which Adyton does not support`,
  kindCustodial: ({ sign }) => `No wallet: ${formatCustodialSign(sign)}`,
  custodyAgreed: () => 'You confirmed that the exchange holds the funds: orders need no signature',
  custodyOpen: () => 'Nobody has confirmed that the exchange holds the funds, so no order is sent',
  directionProved: () => 'The exchange accepted an order with the direction that was sent',
  directionUnproved: () => 'No order was accepted yet with the direction that was sent',
  directionContradicted: ({ orderId }) => `The exchange reports order ${orderId} with the other direction`,
  ownerIsKey: ({ key }) => `Your key ${key} owns the wallet`,
  ownerIsOther: ({ owner, key }) => `The wallet's owner is ${owner}, your key is ${key ?? 'none'}`,
  ownerIsPasskey: ({ owner, secondKey }) =>
    secondKey === null
      ? `The passkey's signer ${owner} owns the wallet, and no second key is here: the account is read-only`
      : `The passkey's signer ${owner} owns the wallet; orders are signed by the second key ${secondKey}`,
  keyNotGiven: () => 'No key was given to compare with the owner',
  configurationSame: ({ chainId, domainName }) => `Chain ${chainId}, domain ${domainName}: as you agreed to`,
  configurationNew: ({ chainId, domainName }) => `Chain ${chainId}, domain ${domainName}; there is no earlier value`,
  configurationChanged: ({ changes }) => `Changed since you agreed to it: ${formatWalletChanges(changes)}`,
  contractsFit: ({ exchange, tokens, usdc }) => `Exchange ${exchange}, tokens ${tokens}, USDC ${usdc}`,
  contractsUnfit: ({ refusal }) => formatCoded(WALLET_REFUSALS, refusal),
  approvalsGiven: () => 'The exchange lists no approval that is missing',
  approvalsMissing: ({ calls }) => (calls === 1 ? '1 call is not signed yet' : `${calls} calls are not signed yet`),
  approvalsRefused: ({ nonce, refusal }) => `Call ${nonce} is refused: ${formatCoded(WALLET_REFUSALS, refusal)}`,
  statusReady: () => 'Ready to trade',
  statusSetupRequired: () => 'Setup required: an order would rest and then fail to settle',
  statusOther: ({ status }) => `The exchange reports the status ${status}, which Adyton does not know`,
  marketAgrees: ({ market }) => `The record of ${market} has the same wallet, and its tokens follow from its condition`,
  marketDiffers: ({ market, refusal }) => `${market}: ${formatCoded(MARKET_RECORD_REFUSALS, refusal)}`,
  marketNone: () => 'No open market with registered tokens is known',
  signatureRecovered: ({ key }) => `An order was signed and not sent; its signature is by ${key}`,
  signatureOther: ({ key, recovered }) => `The signature is by ${recovered ?? 'no key'}, not by ${key}`,
  signatureFailed: ({ error }) => formatBridgeError(error),
  signatureNone: () => 'No key here signs orders of this wallet',
};

export const DOCTOR_REMEDIES: Readonly<Record<DoctorRemedy, string>> = {
  setClock: "Set this computer's clock by a time server",
  checkConnection: 'Check the network and the address of the exchange',
  newApiKey: 'Make a new API key at the exchange and connect it',
  askExchange: 'Ask the exchange, and place no order until it has answered',
  waitForStream: 'Wait a moment; it is opened again by itself',
  confirmCustodial: 'Confirm the account: click Confirm the account in the top bar',
  placeFirstOrder: 'Place a small order and look at its direction',
  importOwnerKey: "Use a vault with the owner's key, or connect the account of this key",
  addSecondKey: 'Add a second signing key in the Wallet pane',
  giveKeyFile: 'Give the key with --key-file',
  acceptChanges: 'Read the wallet in the setup, and accept the change only if you expected it',
  readWallet: 'Read the wallet in the setup',
  finishSetup: 'Finish the wallet setup: sign the calls that it shows',
  finishSetupAtPasskey: 'Sign the setup at the exchange, with the passkey',
  waitForMarkets: 'Run the doctor again once the markets are listed',
  restart: 'Lock and unlock the vault, then run the doctor again',
};

export function formatDoctorFinding(finding: Coded<DoctorFindings>): string {
  return formatCoded(DOCTOR_FINDINGS, finding);
}

/** '2 failed', '1 not checked'; 'Nothing failed' where all is well. */
export function summarizeDoctor(lines: readonly Pick<DoctorLine, 'verdict'>[]): string {
  const count = (verdict: DoctorVerdict): number => lines.filter((line) => line.verdict === verdict).length;
  const parts = (['failed', 'unknown'] as const).flatMap((verdict) =>
    count(verdict) === 0 ? [] : [`${count(verdict)} ${DOCTOR_VERDICTS[verdict]}`],
  );
  return parts.length === 0 ? 'Nothing failed' : parts.join(', ');
}
