/** What protects a position now, as one line that follows the time; the title has the stops and their data. */
import { useTimed } from '../clock.ts';
import './protectionMark.css';

export interface ProtectionTexts {
  readonly tone: 'good' | 'partial' | 'broken' | 'none';
  readonly text: string;
  /** One word or two, for narrow places. */
  readonly short: string;
  readonly lines: readonly string[];
}

const NONE = 'No stop sells it: the ticket, the palette or a key on the ladder arms one';

export function ProtectionMark(props: {
  /** Null where nothing is held. */
  readonly describe: (nowMs: number) => ProtectionTexts | null;
  readonly isShort?: true;
  /** Opens what manages the stops. */
  readonly onOpen: () => void;
}) {
  const texts = useTimed(1_000, props.describe, isSameTexts);
  if (texts === null) return null;
  const { tone, text, short, lines } = texts;
  return (
    <button
      type="button"
      className={`protection ${tone}`}
      title={lines.length === 0 ? NONE : [text, ...lines].join('\n')}
      data-testid="protection"
      onClick={props.onOpen}
    >
      <span className="protection-sign" aria-hidden="true" />
      <span className="protection-text">{props.isShort ? short : text}</span>
    </button>
  );
}

function isSameTexts(a: ProtectionTexts | null, b: ProtectionTexts | null): boolean {
  if (a === null || b === null) return a === b;
  return a.tone === b.tone && a.text === b.text && a.short === b.short && a.lines.join('\n') === b.lines.join('\n');
}
