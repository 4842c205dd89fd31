/**
 * Retired names as data: what they were, what replaces them, and where they may not come back.
 *
 * Shape       `pattern` is matched against identifiers, file names or UI text, as `kinds` says, in files below `scopes`.
 *             Plain English words in comments and documents are not names and stay allowed.
 * Source      docs/glossary.md
 */
export type NameKind = 'identifier' | 'file' | 'ui';

export interface RetiredName {
  readonly pattern: RegExp;
  readonly instead: string;
  readonly kinds: readonly NameKind[];
  /** Prefixes of paths under src. */
  readonly scopes: readonly string[];
}

const EVERYWHERE = [''];
const NAMES: readonly NameKind[] = ['identifier', 'file'];

/** A whole camelCase word of a name: `word('keeper')` matches keeper, Keeper and bookKeeper, not bookkeeping. */
const word = (text: string): RegExp => {
  const capital = `${text[0]!.toUpperCase()}${text.slice(1)}`;
  return new RegExp(`(^${text}|(^|[a-z0-9_])${capital})(?![a-z])`);
};
const exactly = (text: string): RegExp => new RegExp(`^(?:${text})$`);

export const RETIRED_NAMES: readonly RetiredName[] = [
  { pattern: word('room'), instead: 'module, or marketData', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('desk'), instead: 'trading', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('disk'), instead: 'storage', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('flow'), instead: 'simulation', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('words'), instead: 'messages', kinds: ['file'], scopes: EVERYWHERE },
  { pattern: exactly('typed'), instead: 'eip712', kinds: ['file'], scopes: EVERYWHERE },
  { pattern: exactly('needs'), instead: 'ports', kinds: NAMES, scopes: EVERYWHERE },
  {
    pattern: exactly('[Ff]acts'),
    instead: 'context',
    kinds: NAMES,
    scopes: ['main/trading', 'main/market', 'shared/order'],
  },
  { pattern: word('canary'), instead: 'audit', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('judge'), instead: 'evaluate or check', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('spoil'), instead: 'invalidate', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('revive'), instead: 'recover', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('unheard'), instead: 'silent', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('survey'), instead: 'schemaDrift', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('surprise'), instead: 'schemaDrift', kinds: [...NAMES, 'ui'], scopes: EVERYWHERE },
  { pattern: word('surprises'), instead: 'schemaDrift', kinds: [...NAMES, 'ui'], scopes: EVERYWHERE },
  { pattern: exactly('Place'), instead: 'JsonPath', kinds: ['identifier'], scopes: ['wire', 'main/venue'] },
  { pattern: exactly('readOr|readEach'), instead: 'readOrUnreadable, readItems', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('inLine|inTurn'), instead: 'createSerialQueue', kinds: NAMES, scopes: EVERYWHERE },
  {
    pattern: word('device'),
    instead: 'keychainUnlock',
    kinds: NAMES,
    scopes: ['main/app', 'main/vault', 'shared', 'renderer/panes', 'renderer/shell'],
  },
  { pattern: exactly('furtherKeys'), instead: 'additionalKeys', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('renewing|renewVault'), instead: 'rewrap', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('oldVersions'), instead: 'migrations', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('generations'), instead: 'rollbackDetection', kinds: ['file'], scopes: EVERYWHERE },
  { pattern: /^tell([A-Z]|$)/, instead: 'format… or describe…', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: /^Tell[A-Z]/, instead: 'Format… or Describe…', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('Wrong'), instead: 'ErrorMessage', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('Strip'), instead: 'Banner', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('Untrusted'), instead: 'StaleOverlay', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('held'), instead: 'a name for what the value is', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('shown'), instead: 'state, or visible', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('midSentence'), instead: 'a code with words in shared/text', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: word('keeper'), instead: 'tracker, controller or persistence', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: exactly('styles|STYLES'), instead: 'liquidityProfiles', kinds: NAMES, scopes: ['paper'] },
  { pattern: word('byHand'), instead: 'manual', kinds: NAMES, scopes: EVERYWHERE },
  { pattern: /What guards them/, instead: 'Security', kinds: ['ui'], scopes: EVERYWHERE },
  { pattern: /It was me/, instead: 'I restored this vault', kinds: ['ui'], scopes: EVERYWHERE },
  { pattern: /Forget it/, instead: 'Remove keychain entry', kinds: ['ui'], scopes: EVERYWHERE },
  { pattern: /Which one is it\?/, instead: 'Match lost order', kinds: ['ui'], scopes: EVERYWHERE },
  { pattern: /[Ww]ay in\b/, instead: 'keychain unlock', kinds: ['ui'], scopes: EVERYWHERE },
];
