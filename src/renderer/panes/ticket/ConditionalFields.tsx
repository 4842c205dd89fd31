/** Fields of a conditional order; those that it can do without are behind a line that opens them. */

import { STAND_INS, type StandInChoice } from '#shared/ipc/preferences.ts';
import { sellsLater } from '#shared/order/conditional/terms.ts';
import { TICKET_PANE_LABELS } from '#shared/text/orders/ticketPaneLabels.ts';
import {
  type ConditionalForm,
  FORM_SOURCES,
  type FormField,
  type FormSource,
  hasSource,
  type KindField,
  listFields,
  mayHaveStandIn,
  restsWithoutSource,
} from '../../domain/conditionals/conditionalForm.ts';
import type { ConditionalProblem } from '../../domain/conditionals/conditionalPlan.ts';
import { INPUT_TYPES } from '../../domain/conditionals/typedInputs.ts';
import { Box } from './Box.tsx';
import { SOURCE_LABELS, STAND_IN_CHOICES } from './fieldLabels.ts';

export function ConditionalFields(props: {
  readonly form: ConditionalForm;
  readonly problem: ConditionalProblem | null;
  /** An empty field is wrong only once the button was pressed. */
  readonly isTried: boolean;
  /** The underlying that decides the market. */
  readonly symbol: string | null;
  /** What stands in for a stale book where the form names nothing. */
  readonly standIn: StandInChoice;
  readonly symbols: readonly string[];
  readonly onChange: (part: Partial<ConditionalForm>) => void;
}) {
  const { form, problem, isTried, onChange } = props;
  const fields = listFields(form.kind);
  const instead: readonly (string | undefined)[] = fields.map((one) => one.instead);
  const isTypedSource = form.source === 'underlying' || form.source === 'other';
  const isNeeded = ({ field: name, isRequired }: KindField): boolean =>
    isRequired || instead.includes(name) || (name === 'trigger' && isTypedSource);
  const needed = fields.filter(isNeeded);
  const further = fields.filter((one) => !isNeeded(one));
  const hintOf = (field: FormField | 'size'): string | null => {
    if (problem === null || problem.field !== field) return null;
    const text = field === 'size' ? form.size : (form.fields[field] ?? '');
    return isTried || text.trim() !== '' ? problem.text : null;
  };
  const setField = (name: FormField, text: string): void => onChange({ fields: { ...form.fields, [name]: text } });
  const field = ({ field: name, reads, choices, label: ownLabel }: KindField) => {
    const isCondition = reads === 'conditions' || (name === 'trigger' && form.source === 'other');
    const label = isCondition && name === 'trigger' ? 'Condition' : ownLabel;
    if (reads === 'standIn') {
      const text = form.fields[name] ?? '';
      return !mayHaveStandIn(form) ? null : (
        <StandInField
          key={name}
          label={label}
          text={text}
          standard={props.standIn}
          symbol={props.symbol}
          hint={hintOf(name)}
          onChange={(next) => setField(name, next)}
        />
      );
    }
    if (choices !== undefined) {
      const texts = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
      const value = form.fields[name] ?? texts[0]!.value;
      return (
        <ChoiceField key={name} label={label} value={value} choices={texts} onChange={(one) => setField(name, one)} />
      );
    }
    return (
      <TextField
        key={name}
        label={label}
        text={form.fields[name] ?? ''}
        hint={hintOf(name)}
        placeholder={
          isCondition
            ? props.symbols[0] === undefined
              ? INPUT_TYPES.conditions.example
              : `${props.symbols[0]} >= …`
            : INPUT_TYPES[reads].example
        }
        onChange={(text) => setField(name, text)}
      />
    );
  };
  const isOpen = further.some(({ field: name }) => (form.fields[name] ?? '') !== '' || hintOf(name) !== null);
  const sources = FORM_SOURCES.filter((one) => one !== 'underlying' || props.symbol !== null);
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
      {hasSource(form.kind) ? (
        <ChoiceField<FormSource | typeof RESTS>
          label="Watches"
          value={form.source ?? defaultSource(form)}
          choices={[
            ...(restsWithoutSource(form.kind) ? [{ value: RESTS, label: 'Nothing: it rests at once' } as const] : []),
            ...sources.map((value) => ({ value, label: SOURCE_LABELS[value] })),
          ]}
          onChange={(source) => onChange({ source: source === RESTS ? null : source })}
        />
      ) : null}
      {further.length === 0 ? null : (
        <details className="ticket-further" open={isOpen || undefined}>
          <summary>{TICKET_PANE_LABELS.moreConditions}</summary>
          <div>{further.map(field)}</div>
        </details>
      )}
    </>
  );
}

/** What decides while the book is stale: a choice, and the condition where the underlying does. */
function StandInField(props: {
  readonly label: string;
  readonly text: string;
  readonly standard: StandInChoice;
  readonly symbol: string | null;
  readonly hint: string | null;
  readonly onChange: (text: string) => void;
}) {
  const { text, standard, symbol, onChange } = props;
  const typed = text.trim().toLowerCase();
  const known = STAND_INS.find((one) => one === (typed === '' ? standard : typed));
  const value = known === 'underlying' && symbol === null ? 'wait' : (known ?? 'underlying');
  const choices = STAND_INS.filter((one) => one !== 'underlying' || symbol !== null || value === 'underlying');
  return (
    <>
      <ChoiceField
        label={props.label}
        value={value}
        choices={choices.map((one) => ({ value: one, label: STAND_IN_CHOICES[one] }))}
        onChange={(one) => onChange(one === 'underlying' ? `${symbol} <= ` : one)}
      />
      {value === 'underlying' ? (
        <TextField
          label={TICKET_PANE_LABELS.sellsWhen}
          text={known === 'underlying' ? '' : text}
          hint={props.hint}
          placeholder={`${symbol ?? 'BTC-USD'} <= …`}
          onChange={onChange}
        />
      ) : null}
    </>
  );
}

/** The choice of a kind whose order rests where it watches nothing. */
const RESTS = 'rests';

function defaultSource(form: ConditionalForm): FormSource | typeof RESTS {
  if (restsWithoutSource(form.kind)) return RESTS;
  return sellsLater(form) ? 'ask' : 'bid';
}

function ChoiceField<C extends string>(props: {
  readonly label: string;
  readonly value: C;
  readonly choices: readonly { readonly value: C; readonly label: string }[];
  readonly onChange: (choice: C) => void;
}) {
  const { choices, onChange } = props;
  return (
    <Box label={props.label} hint={null}>
      {(id) => (
        <select
          id={id}
          className="ticket-source"
          value={props.value}
          onChange={(event) => {
            const chosen = choices.find(({ value }) => value === event.target.value);
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Box>
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
