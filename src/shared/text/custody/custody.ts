/** Custody warnings in words: an older vault file, lost protected settings, changed markets, a lost keychain entry. */
import type { Coded } from '../../base/coded.ts';
import type { CustodyView, KeychainFault, OlderVault, ProtectedGroup, ProtectionLoss } from '../../ipc/custody.ts';
import type { ConsentLoss } from '../../order/consent.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatKeychainFault } from './keychain.ts';

export interface CustodyWarningCodes {
  olderVault: OlderVault;
  protectionLost: ProtectionLoss;
  consentLost: { readonly losses: readonly ConsentLoss[] };
  marketChanged: { readonly count: number };
  keychainLost: { readonly reason: KeychainFault };
}

export type CustodyWarning = Coded<CustodyWarningCodes>;

const TITLES: Catalogue<CustodyWarningCodes> = {
  olderVault: () => 'Older vault',
  protectionLost: () => 'Protected settings lost',
  consentLost: () => 'Stored orders lost',
  marketChanged: ({ count }) => (count === 1 ? 'Market changed' : `${count} markets changed`),
  keychainLost: () => 'Keychain entry lost',
};

const LOSSES: Readonly<Record<ProtectionLoss['reason'], string>> = {
  missing: 'The file of your limits, lock times and pins is missing',
  altered: 'Another program changed the file of your limits, lock times and pins',
  older: 'The file of your limits, lock times and pins is an older copy',
  unreadable: 'The file of your limits, lock times and pins cannot be read by this version of Adyton',
};

const CONSENT_LOSSES: Readonly<Record<ConsentLoss['store'], Readonly<Record<ConsentLoss['reason'], string>>>> = {
  conditionals: {
    missing: 'The file of conditional orders lacks orders that were armed here',
    altered: 'Another program changed the file of conditional orders',
    older: 'The file of conditional orders has orders that are not armed here, as an older copy has',
  },
  orders: {
    missing: 'The order journal is missing',
    altered: 'Another program changed the order journal',
    older: 'The order journal is an older copy',
  },
};

/** What a loss means, and what to do. */
function formatConsentLoss({ store, reason, count }: ConsentLoss): string {
  const what = CONSENT_LOSSES[store][reason];
  if (store === 'orders')
    return `${what}. What was given away today counts as the whole limit of the day until the exchange’s orders and fills show less.`;
  const orders = count === 1 ? '1 order' : `${count} orders`;
  return reason === 'missing'
    ? `${what}: ${orders}. Nothing watches their conditions: arm them again.`
    : `${what}: ${orders}. They are stopped: compare them, remove them and arm them again.`;
}

const GROUPS: Readonly<Record<ProtectedGroup, string>> = {
  orderLimit: 'order limit',
  lockTimes: 'lock times',
  pins: 'wallet configuration',
};

const TEXTS: Catalogue<CustodyWarningCodes> = {
  olderVault: ({ found, seen }) =>
    found === seen
      ? `The vault file is not the last one seen on this computer, although both are save ${seen}. A copy was restored, or another program replaced the file. Its password and keys are those of the file that is there now.`
      : `The vault file is older (save ${found}) than the last one seen on this computer (save ${seen}). A copy was restored, or another program replaced the file. Its password and keys are those of the older file.`,
  protectionLost: ({ reason, groups }) =>
    `${LOSSES[reason]}. The strictest values apply until you set again: ${groups.map((group) => GROUPS[group]).join(', ')}.`,
  consentLost: ({ losses }) => losses.map(formatConsentLoss).join(' '),
  marketChanged: ({ count }) =>
    `The condition or tokens of ${count === 1 ? 'a market' : `${count} markets`} differ from those that were first read. No order is signed there until you accept them.`,
  keychainLost: ({ reason }) => `Keychain unlock no longer works: ${formatKeychainFault(reason)}. Use the password.`,
};

/** The most serious warning; null while there is none. */
export function findCustodyWarning({
  older,
  keychainUnlock,
  ...protections
}: Pick<CustodyView, 'older' | 'loss' | 'consentLosses' | 'changedMarkets' | 'keychainUnlock'>): CustodyWarning | null {
  if (older !== null) return { code: 'olderVault', parameters: older };
  const [protection] = listProtectionWarnings(protections);
  if (protection) return protection;
  if (keychainUnlock.at === 'lost') return { code: 'keychainLost', parameters: { reason: keychainUnlock.reason } };
  return null;
}

/** Warnings about limits, stored orders and pins, most serious first. */
export function listProtectionWarnings({
  loss,
  consentLosses,
  changedMarkets,
}: Pick<CustodyView, 'loss' | 'consentLosses' | 'changedMarkets'>): CustodyWarning[] {
  return [
    ...(loss === null ? [] : [{ code: 'protectionLost', parameters: loss } as const]),
    ...(consentLosses.length === 0 ? [] : [{ code: 'consentLost', parameters: { losses: consentLosses } } as const]),
    ...(changedMarkets.length === 0
      ? []
      : [{ code: 'marketChanged', parameters: { count: changedMarkets.length } } as const]),
  ];
}

/** Two or three words, for the top bar. */
export function formatWarningTitle(warning: CustodyWarning): string {
  return formatCoded(TITLES, warning);
}

export function formatWarning(warning: CustodyWarning): string {
  return formatCoded(TEXTS, warning);
}
