/** Sentences about the accounts of a vault. */
export const NO_BACKUP =
  'Its key was never backed up here: without another copy, what its wallet holds is lost for good';

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** What switching leaves at the exchange. `orders`: null while it is not known. */
export function formatOrdersStay(label: string, orders: number | null): string {
  if (orders === null) return `Whether ${label} has orders at the exchange is not known: those that rest there stay`;
  if (orders === 0) return `${label} has no open order`;
  return `${count(orders, 'order')} of ${label} ${orders === 1 ? 'stays' : 'stay'} at the exchange and may fill meanwhile`;
}

/** What does not run for an account while another one is selected. */
export function formatPaused(label: string): string {
  return `Conditional orders of ${label}, stop losses too, are not watched, and its wallet calls wait, until you switch back`;
}

/** What removing an account leaves. */
export function listLeftBehind(left: {
  readonly orders: number;
  readonly relays: number;
  readonly folder: string;
}): readonly string[] {
  const { orders, relays, folder } = left;
  return [
    orders === 0
      ? 'No open order was known when the account was used last'
      : `${count(orders, 'order')} had no known end when the account was used last: cancel them at the exchange`,
    ...(relays === 0 ? [] : [`${count(relays, 'wallet call')} had no known end: no longer followed`]),
    'Its wallet and what it holds, which only its key controls',
    `Its journal, limits and history in ${folder}`,
    'Its keys in older copies of the vault and in the file of the save before',
  ];
}
