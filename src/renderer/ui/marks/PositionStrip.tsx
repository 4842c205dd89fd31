/** Position strip: what is held in a market, its named results and what watches it; the title has everything in full. */
import type { ReactNode } from 'react';
import './positionStrip.css';

interface Part {
  readonly id: string;
  readonly label: string | null;
  readonly value: string;
  readonly tone: 'yes' | 'no' | 'warn' | 'plain';
  readonly title: string;
}

export interface StripTexts {
  readonly isFlat: boolean;
  readonly parts: readonly Part[];
  readonly triggers: readonly {
    readonly id: string;
    readonly text: string;
    readonly watch: string;
    readonly isBroken: boolean;
  }[];
  readonly lines: readonly string[];
}

/** Rows of the narrow form: what is held, what it is worth, what covers it. */
const ROWS: readonly (readonly string[])[] = [
  ['net', 'sets', 'breakEven'],
  ['closedNow', 'asOf', 'atStop'],
  ['covered', 'uncovered', 'unknown'],
];

export function PositionStrip(props: {
  readonly strip: StripTexts;
  /** `rows` keeps its height whatever it says, `line` is one line, `wrap` takes the lines that it needs. */
  readonly form: 'rows' | 'line' | 'wrap';
  /** Instead of the parts: why the position is not known. */
  readonly absence?: { readonly what: string; readonly how: string } | null;
  /** Opens what manages the triggers. */
  readonly onOpen: () => void;
  /** Before the parts. */
  readonly children?: ReactNode;
}) {
  const { strip, form, absence = null } = props;
  const title = absence === null ? strip.lines.join('\n') : absence.how;
  const said = absence?.what ?? (strip.isFlat ? 'No position' : null);
  const triggers = <Triggers triggers={strip.triggers} onOpen={props.onOpen} />;
  const parts = (ids: readonly string[] | null) =>
    strip.parts
      .filter(({ id }) => ids === null || ids.includes(id))
      .map(({ id, label, value, tone, title: name }) => (
        <span key={id} className={`strip-part ${tone}`} data-part={id} title={name}>
          {label === null ? null : <span className="strip-label">{label} </span>}
          <span className="mono">{value}</span>
        </span>
      ));
  return (
    <section className={`position-strip ${form}`} aria-label="Position" title={title} data-testid="position-strip">
      {props.children}
      {form === 'rows' ? (
        ROWS.map((ids, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity
          <div key={at} className="strip-row">
            {at === 0 && said !== null ? <span>{said}</span> : null}
            {absence === null ? parts(ids) : null}
            {at === ROWS.length - 1 && absence === null ? triggers : null}
          </div>
        ))
      ) : (
        <>
          {said === null ? null : <span>{said}</span>}
          {absence === null ? parts(null) : null}
          {absence === null ? triggers : null}
        </>
      )}
    </section>
  );
}

function Triggers({ triggers, onOpen }: { readonly triggers: StripTexts['triggers']; readonly onOpen: () => void }) {
  const [first, ...others] = [
    ...triggers.filter(({ isBroken }) => isBroken),
    ...triggers.filter(({ isBroken }) => !isBroken),
  ];
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className={first.isBroken ? 'strip-trigger broken' : 'strip-trigger'}
      title={triggers.map(({ text, watch }) => `${text}: ${watch}`).join('\n')}
      data-part="triggers"
      onClick={onOpen}
    >
      <span className="strip-first">
        {first.text} <span className="strip-label">{first.watch}</span>
      </span>
      {others.length === 0 ? null : <span className="strip-more">+{others.length}</span>}
    </button>
  );
}
