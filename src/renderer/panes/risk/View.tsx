/** Risk pane: every limit with its use as a bar, edited in place, exclusive events and the loss stop. */

import { useState } from 'react';
import { LIMIT_RULES, type LimitName } from '#shared/order/risk/limits.ts';
import type { RiskState } from '#shared/order/risk/state.ts';
import { RISK_PANE_LABELS } from '#shared/text/risk/riskPaneLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { readRiskState } from '../../domain/risk/risk.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dot, Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { boundsOf, buildRow, describeStop, GROUPS, listEvents, needsPassword, parseTyped, typedText } from './model.ts';
import './risk.css';
import { onKeys } from '../../ui/keys.ts';

/** What is being edited: a limit, an event's mark, or the start of the day's loss. */
type Edited = LimitName | { readonly event: number } | 'restart' | null;

export function View() {
  const vault = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault ?? null);
  useFeed([feedKey.account, feedKey.catalogue, feedKey.health], () => null);
  const now = useNow(1_000);
  const [edited, setEdited] = useState<Edited>(null);
  if (vault === null) return <Empty what={RISK_PANE_LABELS.waitingForAccount} />;
  if (vault === 'absent')
    return <Empty what={RISK_PANE_LABELS.noWalletYet} how={RISK_PANE_LABELS.limitsApplyFromFirstOrder} />;
  if (vault === 'locked') return <Empty what="Locked" how={RISK_PANE_LABELS.unlockToSeeAndChange} />;
  const state = readRiskState(feed, now);
  const close = (): void => setEdited(null);
  return (
    <ScrollRegion className="risk" label={RISK_PANE_LABELS.riskLimits}>
      {GROUPS.map(({ title, limits }) => (
        <section key={title} className="risk-group" aria-label={title}>
          <h3>{title}</h3>
          {limits.map((limit) =>
            edited === limit ? (
              <LimitForm key={limit} limit={limit} state={state} onClose={close} />
            ) : (
              <LimitRow key={limit} limit={limit} state={state} onEdit={() => setEdited(limit)} />
            ),
          )}
          {title === 'Account' ? (
            edited === 'restart' ? (
              <RestartForm onClose={close} />
            ) : (
              <button type="button" className="button small risk-restart" onClick={() => setEdited('restart')}>
                {RISK_PANE_LABELS.startLossOfDayAgain}
              </button>
            )
          ) : null}
        </section>
      ))}
      <section className="risk-group" aria-label={RISK_PANE_LABELS.exclusiveEvents}>
        <h3>{RISK_PANE_LABELS.exclusiveEventsAtMost}</h3>
        <Events state={state} edited={edited} onEdit={setEdited} />
      </section>
    </ScrollRegion>
  );
}

function LimitRow(props: { readonly limit: LimitName; readonly state: RiskState; readonly onEdit: () => void }) {
  const { use, value, share, tone } = buildRow(props.limit, props.state);
  const { label, meaning } = LIMIT_RULES[props.limit];
  return (
    <div className="risk-row">
      <span title={meaning}>{label}</span>
      <span className={`mono right risk-use ${tone}`}>{use ?? ''}</span>
      <span className="mono right">{value}</span>
      <button
        type="button"
        className="button quiet small"
        aria-label={RISK_PANE_LABELS.change(label)}
        onClick={props.onEdit}
      >
        Change…
      </button>
      {share === null ? null : (
        <span className={`risk-bar ${tone}`} role="img" aria-label={RISK_PANE_LABELS.limitUse(label, use, value)}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  );
}

function LimitForm(props: { readonly limit: LimitName; readonly state: RiskState; readonly onClose: () => void }) {
  const { limit, state, onClose } = props;
  const [text, setText] = useState(typedText(limit, state.limits[limit]));
  const password = useSecret();
  const command = useCommand(false);
  const next = parseTyped(limit, text);
  const isRaised = needsPassword(limit, state.limits, next);
  const { label } = LIMIT_RULES[limit];
  const submit = async (): Promise<void> => {
    if (next === null) return;
    const result = await command.run('risk.setLimits', {
      password: isRaised ? consumeSecret(password) : null,
      limits: { [limit]: next },
    });
    if (result?.ok) onClose();
  };
  return (
    <form
      className="risk-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...onKeys((event) => {
        if (event.key === 'Escape' && !command.isBusy) onClose();
      })}
    >
      <NumberField
        label={label}
        text={text}
        hint={next === null ? boundsOf(limit) : null}
        wrong={next === null}
        focus
        selects
        onChange={setText}
      />
      {isRaised ? <SecretField label="Password" input={password} hint="Lets more orders through" /> : null}
      <Buttons submit="Change" isBusy={command.isBusy} isEnabled={next !== null} onClose={onClose} />
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

function RestartForm({ onClose }: { readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand(false);
  return (
    <form
      className="risk-form"
      aria-label={RISK_PANE_LABELS.startTheLossOfTheDayAgain}
      onSubmit={(event) => {
        event.preventDefault();
        void command.run('risk.restartDay', { password: consumeSecret(password) }).then((result) => {
          if (result?.ok) onClose();
        });
      }}
    >
      <SecretField label="Password" input={password} hint="The loss begins again at 0" focus />
      <Buttons submit="Start again" isBusy={command.isBusy} isEnabled onClose={onClose} />
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

function Events(props: {
  readonly state: RiskState;
  readonly edited: Edited;
  readonly onEdit: (edited: Edited) => void;
}) {
  const { state, edited, onEdit } = props;
  const events = listEvents(state);
  const command = useCommand(false);
  if (events.length === 0) return <p className="dim">{RISK_PANE_LABELS.eventsAppearHereWhileSomething}</p>;
  return (
    <>
      {events.map((event) => {
        const isMarked = state.exclusiveEvents.includes(event);
        if (typeof edited === 'object' && edited?.event === event)
          return <MarkForm key={event} event={event} onClose={() => onEdit(null)} />;
        const name = nameEvent(event);
        return (
          <div key={event} className="risk-event">
            <span title={name}>{name}</span>
            <span className="dim">{isMarked ? 'exclusive' : RISK_PANE_LABELS.addedUp}</span>
            <button
              type="button"
              className="button quiet small"
              aria-label={`${isMarked ? RISK_PANE_LABELS.addUp : RISK_PANE_LABELS.markAsExclusiveButton}: ${name}`}
              onClick={() => {
                if (!isMarked) onEdit({ event });
                else void command.run('risk.markExclusive', { password: null, eventId: event, isExclusive: false });
              }}
            >
              {isMarked ? RISK_PANE_LABELS.addUp : 'Mark…'}
            </button>
          </div>
        );
      })}
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </>
  );
}

function nameEvent(event: number): string {
  const listed = feed.catalogue()?.markets.find(({ eventId }) => eventId === event);
  return listed?.eventTitle ?? `Event ${event}`;
}

function MarkForm({ event, onClose }: { readonly event: number; readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand(false);
  return (
    <form
      className="risk-form"
      aria-label={RISK_PANE_LABELS.markAsExclusive(nameEvent(event))}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        const input = { password: consumeSecret(password), eventId: event, isExclusive: true };
        void command.run('risk.markExclusive', input).then((result) => {
          if (result?.ok) onClose();
        });
      }}
    >
      <SecretField label="Password" input={password} hint={nameEvent(event)} focus />
      <Buttons submit="Mark" isBusy={command.isBusy} isEnabled onClose={onClose} />
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

function Buttons(props: {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isEnabled: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div className="risk-buttons">
      <button type="submit" className="button primary small" disabled={props.isBusy || !props.isEnabled}>
        {props.submit}
      </button>
      <button type="button" className="button quiet small" disabled={props.isBusy} onClick={props.onClose}>
        Cancel
      </button>
    </div>
  );
}

/** The state of the loss stop. */
export function Header() {
  const vault = useFeed([feedKey.wallet, feedKey.account], (mirror) => mirror.wallet()?.vault);
  const now = useNow(1_000);
  if (vault !== 'unlocked') return null;
  const { tone, text } = describeStop(readRiskState(feed, now));
  return (
    <span className="dim">
      <Dot tone={tone} label={text} /> {text}
    </span>
  );
}
