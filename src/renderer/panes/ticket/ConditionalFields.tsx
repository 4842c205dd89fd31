/** Fields of a conditional order; those that it can do without are behind a line that opens them. */
import {
  type ConditionalForm,
  type FormField,
  KIND_FORMS,
  type KindField,
  SOURCES,
} from '../../domain/conditionalForm.ts';
import type { ConditionalProblem } from '../../domain/conditionalPlan.ts';
import { Box } from './Box.tsx';
import { EXAMPLES, labelField, SOURCE_LABELS } from './fieldLabels.ts';

export function ConditionalFields(props: {
  readonly form: ConditionalForm;
  readonly problem: ConditionalProblem | null;
  /** An empty field is wrong only once the button was pressed. */
  readonly isTried: boolean;
  readonly hasUnderlying: boolean;
  readonly symbols: readonly string[];
  readonly onChange: (part: Partial<ConditionalForm>) => void;
}) {
  const { form, problem, isTried, onChange } = props;
  const { fields, hasSource } = KIND_FORMS[form.kind];
  const needed = fields.filter(({ isRequired }) => isRequired);
  const further = fields.filter(({ isRequired }) => !isRequired);
  const hintOf = (field: FormField | 'size'): string | null => {
    if (problem === null || problem.field !== field) return null;
    const text = field === 'size' ? form.size : (form.fields[field] ?? '');
    return isTried || text.trim() !== '' ? problem.text : null;
  };
  const field = ({ field: name, reads }: KindField) => (
    <TextField
      key={name}
      label={labelField(form.kind, name)}
      text={form.fields[name] ?? ''}
      hint={hintOf(name)}
      placeholder={name === 'when' && props.symbols[0] !== undefined ? `${props.symbols[0]} >= …` : EXAMPLES[reads]}
      onChange={(text) => onChange({ fields: { ...form.fields, [name]: text } })}
    />
  );
  const isOpen = further.some(({ field: name }) => (form.fields[name] ?? '') !== '');
  const sources = SOURCES.filter((one) => one !== 'underlying' || props.hasUnderlying);
  return (
    <>
      <TextField
        label="Contracts"
        text={form.size}
        hint={hintOf('size')}
        placeholder={form.direction === 'sell' ? 'all' : '500'}
        chips={form.direction === 'sell' ? ['all', '50%'] : ['100', '500']}
        onChange={(size) => onChange({ size })}
      />
      {needed.map(field)}
      {hasSource ? (
        <Box label="Watches" hint={null}>
          {(id) => (
            <select
              id={id}
              className="ticket-source"
              value={form.source ?? (form.direction === 'sell' || form.kind === 'bracket' ? 'ask' : 'bid')}
              onChange={(event) => {
                const source = sources.find((one) => one === event.target.value);
                if (source !== undefined) onChange({ source });
              }}
            >
              {sources.map((source) => (
                <option key={source} value={source}>
                  {SOURCE_LABELS[source]}
                </option>
              ))}
            </select>
          )}
        </Box>
      ) : null}
      {further.length === 0 ? null : (
        <details className="ticket-further" open={isOpen || undefined}>
          <summary>More conditions</summary>
          <div>{further.map(field)}</div>
        </details>
      )}
    </>
  );
}

function TextField(props: {
  readonly label: string;
  readonly text: string;
  readonly hint: string | null;
  readonly placeholder: string;
  readonly chips?: readonly string[];
  readonly onChange: (text: string) => void;
}) {
  return (
    <Box label={props.label} hint={props.hint}>
      {(id, describedBy) => (
        <>
          {props.chips === undefined ? null : (
            <span className="ticket-chips">
              {props.chips.map((text) => (
                <button key={text} type="button" className="chip" onClick={() => props.onChange(text)}>
                  {text}
                </button>
              ))}
            </span>
          )}
          <input
            id={id}
            className="mono ticket-price"
            autoComplete="off"
            spellCheck={false}
            placeholder={props.placeholder}
            value={props.text}
            aria-invalid={props.hint !== null}
            aria-describedby={describedBy}
            onChange={(event) => props.onChange(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </>
      )}
    </Box>
  );
}
