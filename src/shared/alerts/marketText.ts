/**
 * Fingerprint of what the exchange publishes about a market, to find which part of it changed.
 *
 * Shape       A hash of 64 bits per part: it finds changes, it proves nothing.
 */
import type { Market } from '../market/market.ts';

/** Parts of a market's record whose change an alert reports. */
export const RULE_FIELDS = [
  'title',
  'description',
  'rules',
  'outcomeLabels',
  'resolutionSource',
  'closeAt',
  'determinationAt',
  'priceTarget',
  'terms',
  'settlementPanel',
  'ids',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

export type Fingerprint = Readonly<Record<RuleField, string>>;

export function buildFingerprint(market: Market): Fingerprint {
  return Object.fromEntries(RULE_FIELDS.map((field) => [field, hashText(textOf(market, field))])) as Fingerprint;
}

/** Parts that differ; token ids that were not published before are no change. */
export function listChanges(before: Fingerprint, after: Fingerprint): readonly RuleField[] {
  return RULE_FIELDS.filter((field) => before[field] !== after[field] && !(field === 'ids' && before.ids === NO_IDS));
}

function textOf(market: Market, field: RuleField): string {
  switch (field) {
    case 'closeAt':
      return String(market.closeAtMs);
    case 'determinationAt':
      return String(market.determinationAtMs);
    case 'ids':
      return JSON.stringify([market.yesTokenId, market.noTokenId]);
    default:
      return JSON.stringify(market[field]);
  }
}

/** Hash of two ids that are not published. */
const NO_IDS = hashText(JSON.stringify([null, null]));

/** Two FNV-1a hashes of 32 bits with different seeds. */
function hashText(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${hex(a)}${hex(b)}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
