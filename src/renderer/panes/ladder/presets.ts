/**
 * Size presets of one ladder: short texts that set the size of the draft.
 *
 * Shape       As typed in the ticket: '100', '1.5k', '50%'; a per cent is of the free collateral.
 * Errors      Never throws: a text that does not parse is named in a hint.
 */
import type { Draft } from '../../act/draft.ts';
import { parseTypedSize, type SizeFacts } from '../../domain/orders/typedSize.ts';

export const DEFAULT_PRESETS: readonly string[] = ['100', '500', '1k', '5k'];
/** As many as there are digit keys on one row of a narrow ladder. */
const MOST_PRESETS = 6;

const LENGTH = 8;

export type ParsedPresets =
  | { readonly ok: true; readonly presets: readonly string[] }
  | { readonly ok: false; readonly hint: string };

/** Reads an edited row: sizes with spaces between. */
export function parsePresets(text: string): ParsedPresets {
  const presets = text.trim().split(/\s+/).filter(Boolean);
  if (presets.length === 0) return { ok: false, hint: 'Write one to six sizes, such as 100 1.5k 50%' };
  if (presets.length > MOST_PRESETS) {
    return { ok: false, hint: `At most six sizes have room, found ${presets.length}` };
  }
  const wrong = presets.find((preset) => !isPreset(preset));
  if (wrong !== undefined) return { ok: false, hint: `A size is a number such as 100, 1.5k or 50%, found “${wrong}”` };
  return { ok: true, presets };
}

/** Saved presets; null for anything else. */
export function readPresets(saved: unknown): readonly string[] | null {
  if (!Array.isArray(saved) || saved.length === 0 || saved.length > MOST_PRESETS) return null;
  return saved.every((one) => typeof one === 'string' && isPreset(one)) ? (saved as string[]) : null;
}

function isPreset(text: string): boolean {
  return text.length <= LENGTH && sizeOf(text, ANY_FACTS).ok;
}

/** Facts with which every well-formed size parses. */
const ANY_FACTS: SizeFacts = {
  direction: 'buy',
  price: null,
  feeRateMicros: 0,
  sellable: null,
  available: 1_000_000_000_000n as SizeFacts['available'],
};

/** The size of a preset: contracts, or for a per cent a budget that is converted at the price of the order. */
export function sizeOf(
  preset: string,
  facts: SizeFacts,
):
  | { readonly ok: true; readonly size: Pick<Draft, 'shares' | 'budget'> }
  | { readonly ok: false; readonly hint: string } {
  const typed = parseTypedSize(preset, 'contracts', { ...facts, direction: 'buy', price: null });
  if (typed.ok) return { ok: true, size: typed.value };
  return { ok: false, hint: typed.hint ?? 'The size is empty' };
}
