/**
 * Reader of the plain form of a book increment, the most frequent message, in one pass without JSON.parse.
 *
 * Shape       {"101.ob-inc":{"bids":[["0.61","5"]],"asks":[],"sequence":7}}: these fields in any order, pairs of text, no
 *             spaces, no escapes, nothing else.
 * Invariants  Answers what the general parser would answer, or null for every text of another form. Only the general parser
 *             finds errors and unknown fields.
 */
import type { BookUpdate, Level } from '#shared/market/book.ts';
import { UnitError } from '#shared/units/errors.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares, ZERO_SHARES } from '#shared/units/shares.ts';
import { MAX_LEVEL_SHARES } from './plausible.ts';
import { parseStream } from './streamName.ts';

/** Room for about 200 levels; a longer text is rare. */
const MAX_LENGTH = 4_096;
/** Digits of any safe integer. */
const MAX_SEQUENCE_DIGITS = 15;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

export interface PlainIncrement {
  readonly market: MarketId;
  readonly update: BookUpdate;
}

export function parsePlainIncrement(text: string): PlainIncrement | null {
  if (text.length > MAX_LENGTH || !text.startsWith('{"')) return null;
  const endOfName = text.indexOf('":{', 2);
  if (endOfName < 0) return null;
  const stream = parseStream(text.slice(2, endOfName));
  if (stream?.kind !== 'ob-inc') return null;
  try {
    const update = new Scanner(text, endOfName + 3).readUpdate();
    return update && { market: stream.market, update };
  } catch (error) {
    if (error instanceof UnitError) return null;
    throw error;
  }
}

class Scanner {
  private readonly text: string;
  private at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  readUpdate(): BookUpdate | null {
    let bids: Level[] | null = null;
    let asks: Level[] | null = null;
    let sequence: number | null = null;
    for (;;) {
      if (bids === null && this.skipText('"bids":')) {
        bids = this.readSide();
        if (bids === null) return null;
      } else if (asks === null && this.skipText('"asks":')) {
        asks = this.readSide();
        if (asks === null) return null;
      } else if (sequence === null && this.skipText('"sequence":')) {
        sequence = this.readSequence();
      } else return null;
      if (!this.skip(COMMA)) break;
    }
    const isWhole = this.skip(CLOSE_BRACE) && this.skip(CLOSE_BRACE) && this.at === this.text.length;
    return isWhole && sequence !== null ? { bids: bids ?? [], asks: asks ?? [], sequence } : null;
  }

  private readSide(): Level[] | null {
    if (!this.skip(OPEN_BRACKET)) return null;
    const levels: Level[] = [];
    if (this.skip(CLOSE_BRACKET)) return levels;
    do {
      if (!this.skip(OPEN_BRACKET)) return null;
      const price = this.readQuoted();
      if (price === null || !this.skip(COMMA)) return null;
      const volume = this.readQuoted();
      if (volume === null || !this.skip(CLOSE_BRACKET)) return null;
      const shares = volume === '' ? ZERO_SHARES : parseShares(volume);
      if (shares > MAX_LEVEL_SHARES) return null;
      levels.push({ price: parsePrice(price), shares });
    } while (this.skip(COMMA));
    return this.skip(CLOSE_BRACKET) ? levels : null;
  }

  private readQuoted(): string | null {
    if (!this.skip(QUOTE)) return null;
    const end = this.text.indexOf('"', this.at);
    if (end < 0) return null;
    const quoted = this.text.slice(this.at, end);
    this.at = end + 1;
    return quoted;
  }

  private readSequence(): number | null {
    const { text, at: start } = this;
    let value = 0;
    for (; ; this.at += 1) {
      const digit = text.charCodeAt(this.at) - 0x30;
      // The negation is also true for NaN, after the end of the text.
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    const digits = this.at - start;
    const isJson = digits === 1 || text.charCodeAt(start) !== 0x30;
    return digits > 0 && digits <= MAX_SEQUENCE_DIGITS && isJson ? value : null;
  }

  private skip(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  private skipText(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }
}
