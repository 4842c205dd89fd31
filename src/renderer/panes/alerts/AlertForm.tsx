/** Form of one alert: new or changed; Escape closes it. */
import { type ReactNode, useState } from 'react';
import { ORDER_TURNS, PRICE_SOURCES } from '#shared/alerts/alert.ts';
import { ALERT_KINDS, ORDER_TURN_NAMES, PRICE_SOURCE_NAMES } from '#shared/text/alerts/alerts.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { marketName, useMarket } from '../../domain/markets/markets.ts';
import { feed } from '../../feed/feed.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { onKeys } from '../../ui/keys.ts';
import { Field } from '../../ui/parts.tsx';
import { type AlertForm, buildTerms, type FormField, hasRearm, listScopes } from './form.ts';

const SCOPE_NAMES = { market: 'This market', event: 'All markets of its event', any: 'Any market' } as const;
const KINDS = Object.keys(ALERT_KINDS) as readonly (keyof typeof ALERT_KINDS)[];

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
  const built = buildTerms(form, { market: props.market, eventId, exchangeTimeMs: exchangeTimeMs() });
  const change = (part: Partial<AlertForm>): void => setForm((before) => ({ ...before, ...part }));
  const problemOf = (field: FormField): string | null =>
    isTried && 'problem' in built && built.field === field ? built.problem : null;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!('terms' in built)) return;
    const { terms } = built;
    const input = {
      ...terms,
      condition:
        terms.condition.kind === 'order' ? { ...terms.condition, turns: [...terms.condition.turns] } : terms.condition,
    };
    const result =
      id === null
        ? await command.run('alerts.create', { terms: input })
        : await command.run('alerts.change', { id, terms: input });
    if (result?.ok) onClose();
  };
  const text = (field: FormField & keyof AlertForm, label: string, hint: string | null = null): ReactNode => (
    <NumberField
      label={label}
      text={String(form[field])}
      hint={problemOf(field) ?? hint}
      wrong={problemOf(field) !== null}
      selects
      onChange={(typed) => change({ [field]: typed })}
    />
  );
  const scopes = listScopes(form);
  return (
    <form
      className="alerts-form"
      aria-label={id === null ? 'New alert' : 'Change the alert'}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...onKeys((event) => {
        if (event.key === 'Escape' && !command.isBusy) onClose();
      })}
    >
      <Choose<AlertForm['kind']>
        label="Alert on"
        value={form.kind}
        choices={KINDS.map((kind) => [kind, ALERT_KINDS[kind]])}
        isFirst
        onChange={(kind) => change({ kind })}
      />
      {form.kind === 'price' ? (
        <>
          <Choose<AlertForm['of']>
            label="Price"
            value={form.of}
            choices={PRICE_SOURCES.map((of) => [of, PRICE_SOURCE_NAMES[of]])}
            onChange={(of) => change({ of })}
          />
          <Choose<AlertForm['side']>
            label="Outcome"
            value={form.side}
            choices={[
              ['yes', 'Yes'],
              ['no', 'No'],
            ]}
            onChange={(side) => change({ side })}
          />
        </>
      ) : null}
      {form.kind === 'price' || form.kind === 'spread' ? (
        <>
          <Choose<AlertForm['crosses']>
            label="Crosses"
            value={form.crosses}
            choices={[
              ['above', 'Above'],
              ['below', 'Below'],
            ]}
            onChange={(crosses) => change({ crosses })}
          />
          {text('level', 'Level')}
        </>
      ) : null}
      {form.kind === 'volume' ? (
        <>
          {text('level', 'Contracts')}
          {text('seconds', 'Within seconds')}
        </>
      ) : null}
      {form.kind === 'balance' ? text('level', 'Free below') : null}
      {form.kind === 'timeToClose' ? text('minutes', 'Minutes before the close') : null}
      {form.kind === 'stream' ? (
        <>
          <Choose<AlertForm['stream']>
            label="Data"
            value={form.stream}
            choices={[
              ['book', 'Book'],
              ['account', 'Account'],
            ]}
            onChange={(stream) => change({ stream })}
          />
          {text('seconds', 'Not live for seconds')}
        </>
      ) : null}
      {form.kind === 'order' ? (
        <fieldset className="alerts-turns">
          <legend>When an order is</legend>
          {ORDER_TURNS.map((turn) => (
            <label key={turn}>
              <input
                type="checkbox"
                checked={form.turns.includes(turn)}
                onChange={(event) =>
                  change({
                    turns: event.target.checked ? [...form.turns, turn] : form.turns.filter((one) => one !== turn),
                  })
                }
              />
              {ORDER_TURN_NAMES[turn]}
            </label>
          ))}
          {problemOf('turns') ? (
            <span className="hint wrong" role="alert">
              {problemOf('turns')}
            </span>
          ) : null}
        </fieldset>
      ) : null}
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
      {form.repeats ? text('pauseSeconds', 'Pause in seconds') : null}
      {hasRearm(form) ? text('rearmBy', 'Comes back by') : null}
      {text('hours', 'Expires in hours', 'Empty: never')}
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
