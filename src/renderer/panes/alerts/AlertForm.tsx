/** Form of one alert: new or changed; Escape closes it. */

import { type ReactNode, useState } from 'react';
import { ALERT_KIND_NAMES, kindOf } from '#shared/alerts/kinds.ts';
import { ALERTS_PANE_LABELS } from '#shared/text/alerts/alertsPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { marketName, useMarket } from '../../domain/markets/markets.ts';
import { feed } from '../../feed/feed.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { onKeys } from '../../ui/keys.ts';
import { Field } from '../../ui/parts.tsx';
import {
  type AlertForm,
  type AlertFormField,
  buildAlertTerms,
  hasRearm,
  listFields,
  listScopes,
  type NamedField,
} from './form.ts';

const SCOPE_NAMES = { market: 'This market', event: 'All markets of its event', any: 'Any market' } as const;

function exchangeTimeMs(): number {
  return Date.now() + (feed.clockOffsetMs() ?? 0);
}

export function AlertFormView(props: {
  /** Null: a new alert. */
  readonly id: string | null;
  readonly market: MarketId | null;
  /** Of an alert on an event; otherwise the event of the market. */
  readonly eventId?: number | null;
  readonly initial: (exchangeTimeMs: number) => AlertForm;
  readonly onClose: () => void;
}) {
  const { id, onClose } = props;
  const [form, setForm] = useState(() => props.initial(exchangeTimeMs()));
  const [isTried, setTried] = useState(false);
  const command = useCommand(false);
  const market = useMarket(props.market);
  const eventId = props.eventId ?? market?.eventId ?? null;
  const built = buildAlertTerms(form, { market: props.market, eventId, exchangeTimeMs: exchangeTimeMs() });
  const change = (part: Partial<AlertForm>): void => setForm((before) => ({ ...before, ...part }));
  const problemOf = (field: AlertFormField): string | null =>
    isTried && 'problem' in built && built.field === field ? built.problem : null;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!('terms' in built)) return;
    const { terms } = built;
    const result =
      id === null ? await command.run('alerts.create', { terms }) : await command.run('alerts.change', { id, terms });
    if (result?.ok) onClose();
  };
  const text = (
    field: AlertFormField,
    label: string,
    value: string,
    onChange: (typed: string) => void,
    hint: string | null = null,
  ): ReactNode => (
    <NumberField
      key={field}
      label={label}
      text={value}
      hint={problemOf(field) ?? hint}
      wrong={problemOf(field) !== null}
      selects
      onChange={onChange}
    />
  );
  const field = ({ word, field: { form: asked } }: NamedField): ReactNode => {
    const value = form.values[word] ?? '';
    const set = (typed: string | readonly string[]): void => change({ values: { ...form.values, [word]: typed } });
    switch (asked.as) {
      case 'choice':
        return (
          <Choose
            key={word}
            label={asked.label}
            value={String(value)}
            choices={Object.entries(asked.labels)}
            onChange={set}
          />
        );
      case 'choices':
        return (
          <Tick
            key={word}
            label={asked.label}
            labels={asked.labels}
            value={value}
            problem={problemOf(word)}
            onChange={set}
          />
        );
      default:
        return text(word, asked.label, String(value), set);
    }
  };
  const scopes = listScopes(form);
  return (
    <form
      className="alerts-form"
      aria-label={id === null ? ALERTS_PANE_LABELS.newAlert : ALERTS_PANE_LABELS.changeAlert}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...onKeys((event) => {
        if (event.key === 'Escape' && !command.isBusy) onClose();
      })}
    >
      <Choose<AlertForm['kind']>
        label={ALERTS_PANE_LABELS.alertOn}
        value={form.kind}
        choices={ALERT_KIND_NAMES.map((kind) => [kind, kindOf({ kind }).name])}
        isFirst
        onChange={(kind) => change({ kind })}
      />
      {listFields(form.kind).map(field)}
      {scopes.length > 1 ? (
        <Choose<AlertForm['scope']>
          label="In"
          value={form.scope}
          choices={scopes.map((scope) => [
            scope,
            scope === 'market' && market !== null ? marketName(market) : SCOPE_NAMES[scope],
          ])}
          hint={problemOf('scope')}
          onChange={(scope) => change({ scope })}
        />
      ) : null}
      <Choose<'once' | 'again'>
        label="Fires"
        value={form.repeats ? 'again' : 'once'}
        choices={[
          ['once', 'Once'],
          ['again', 'Again and again'],
        ]}
        onChange={(value) => change({ repeats: value === 'again' })}
      />
      {form.repeats
        ? text('pauseSeconds', 'Pause in seconds', form.pauseSeconds, (pauseSeconds) => change({ pauseSeconds }))
        : null}
      {hasRearm(form) ? text('rearmBy', 'Comes back by', form.rearmBy, (rearmBy) => change({ rearmBy })) : null}
      {text('hours', 'Expires in hours', form.hours, (hours) => change({ hours }), 'Empty: never')}
      <div className="alerts-buttons">
        <button type="submit" className="button primary small" disabled={command.isBusy}>
          {id === null ? 'Create' : 'Change'}
        </button>
        <button type="button" className="button quiet small" disabled={command.isBusy} onClick={onClose}>
          Cancel
        </button>
      </div>
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

/** Boxes to tick, one a value. */
function Tick(props: {
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string | readonly string[];
  readonly problem: string | null;
  readonly onChange: (value: readonly string[]) => void;
}) {
  const { value, problem } = props;
  const ticked = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <fieldset className="alerts-ticks">
      <legend>{props.label}</legend>
      {Object.entries(props.labels).map(([one, label]) => (
        <label key={one}>
          <input
            type="checkbox"
            checked={ticked.includes(one)}
            onChange={(event) =>
              props.onChange(event.target.checked ? [...ticked, one] : ticked.filter((other) => other !== one))
            }
          />
          {label}
        </label>
      ))}
      {problem ? (
        <span className="hint wrong" role="alert">
          {problem}
        </span>
      ) : null}
    </fieldset>
  );
}

function Choose<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, label: string])[];
  readonly hint?: string | null;
  readonly isFirst?: boolean;
  readonly onChange: (value: T) => void;
}) {
  return (
    <Field label={props.label} hint={props.hint ?? null} wrong={props.hint != null}>
      {(fieldId, describedBy) => (
        <select
          id={fieldId}
          value={props.value}
          aria-describedby={describedBy}
          // biome-ignore lint/a11y/noAutofocus: the person asked for the form
          autoFocus={props.isFirst === true}
          onChange={(event) => {
            const found = props.choices.find(([value]) => value === event.target.value);
            if (found) props.onChange(found[0]);
          }}
        >
          {props.choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
