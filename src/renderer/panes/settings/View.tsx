/** Settings: display, trading, sounds and keys, each change at once and saved; locks and limits are in their own panes. */
import './settings.css';
import type { ReactNode } from 'react';
import {
  DENSITIES,
  MOTIONS,
  NUMBER_FORMATS,
  PALETTES,
  type Preferences,
  STAND_INS,
  THEMES,
  TIME_ZONES,
} from '#shared/ipc/preferences.ts';
import { ALERT_TONE_NAMES } from '#shared/text/alerts/alerts.ts';
import {
  DENSITY_LABELS,
  MOTION_LABELS,
  NUMBER_FORMAT_LABELS,
  PALETTE_LABELS,
  PREFERENCE_LABELS,
  STAND_IN_LABELS,
  THEME_LABELS,
  TIME_ZONE_LABELS,
} from '#shared/text/preferences.ts';
import { SETTINGS_PANE_LABELS } from '#shared/text/settingsPaneLabels.ts';
import { withoutTemplate } from '../../domain/conditionals/templates.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { loadPreferences, usePreferenceStore, usePreferences } from '../../domain/preferences.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { change } from './change.ts';
import { Keys } from './Keys.tsx';

const SOUND_KINDS = ['alert', 'fill', 'warning', 'error'] as const;

export function View() {
  const values = usePreferences();
  const isLoaded = usePreferenceStore((state) => state.isLoaded);
  const replaced = usePreferenceStore((state) => state.replaced);
  const flattenKey = useKeyLabel('trading.flattenMarket');
  return (
    <div className="settings scroll" aria-busy={!isLoaded}>
      {isLoaded ? null : (
        <div className="settings-loading">
          <Banner tone="warn" text="Your settings are not loaded: these are the defaults." />
          <button type="button" className="button" onClick={() => void loadPreferences()}>
            {SETTINGS_PANE_LABELS.loadAgain}
          </button>
        </div>
      )}
      {replaced.length === 0 ? null : (
        <Banner
          tone="warn"
          text={`Not readable in the file, now the default: ${replaced.map((name) => PREFERENCE_LABELS[name]).join(', ')}.`}
        />
      )}
      <fieldset disabled={!isLoaded}>
        <Section title="Display">
          <ChoiceRow name="theme" values={THEMES} labels={THEME_LABELS} value={values.theme} />
          <ChoiceRow name="palette" values={PALETTES} labels={PALETTE_LABELS} value={values.palette} />
          <ChoiceRow name="density" values={DENSITIES} labels={DENSITY_LABELS} value={values.density} />
          <ChoiceRow
            name="numberFormat"
            values={NUMBER_FORMATS}
            labels={NUMBER_FORMAT_LABELS}
            value={values.numberFormat}
            note="Shown so everywhere; what you type has a point for decimals."
          />
          <ChoiceRow name="timeZone" values={TIME_ZONES} labels={TIME_ZONE_LABELS} value={values.timeZone} />
          <ChoiceRow name="motion" values={MOTIONS} labels={MOTION_LABELS} value={values.motion} />
        </Section>
        <Section title="Trading">
          <SwitchRow
            label={PREFERENCE_LABELS.disarmOnMarketChange}
            note="Another market in a ladder or ticket then needs arming again."
            isOn={values.disarmOnMarketChange}
            onChange={(disarmOnMarketChange) => void change({ disarmOnMarketChange })}
          />
          <SwitchRow
            label={PREFERENCE_LABELS.tradeFromEverywhere}
            note="Also in a field, and from panes that follow no market: then on the market shown last."
            isOn={values.tradeFromEverywhere}
            onChange={(tradeFromEverywhere) => void change({ tradeFromEverywhere })}
          />
          <SwitchRow
            label={PREFERENCE_LABELS.flattenAtOnce}
            note={`${flattenKey === '' ? 'Its key' : flattenKey} sends the closing orders without a preview, where every book is live.`}
            isOn={values.flattenAtOnce}
            onChange={(flattenAtOnce) => void change({ flattenAtOnce })}
          />
          <ChoiceRow
            name="standIn"
            values={STAND_INS}
            labels={STAND_IN_LABELS}
            value={values.standIn}
            note="For new conditional orders that sell; each says its own. Arming one that does not wait asks outside the page."
          />
          <Row label="Limits" note="Largest order, position, loss of the day. A looser limit asks for the password.">
            <button type="button" className="button" onClick={() => openPane('risk')}>
              {SETTINGS_PANE_LABELS.openRisk}
            </button>
          </Row>
        </Section>
        <Section title="Sound">
          <SwitchRow
            label={PREFERENCE_LABELS.sound}
            isOn={values.sound.isOn}
            onChange={(isOn) => void change({ sound: { ...values.sound, isOn } })}
          />
          <VolumeRow sound={values.sound} />
          {SOUND_KINDS.map((kind) => (
            <SwitchRow
              key={kind}
              label={ALERT_TONE_NAMES[kind]}
              isOn={values.soundKinds[kind]}
              onChange={(isOn) => void change({ soundKinds: { ...values.soundKinds, [kind]: isOn } })}
            />
          ))}
        </Section>
        <Section title={PREFERENCE_LABELS.notifications}>
          <SwitchRow
            label={SETTINGS_PANE_LABELS.notifyOfAlerts}
            isOn={values.notifications.isOn}
            onChange={(isOn) => void change({ notifications: { ...values.notifications, isOn } })}
          />
          <SwitchRow
            label={SETTINGS_PANE_LABELS.showAmountsOfAccount}
            isOn={values.notifications.showsAmounts}
            onChange={(showsAmounts) => void change({ notifications: { ...values.notifications, showsAmounts } })}
          />
        </Section>
        <Section title="Locks">
          <Row
            label={SETTINGS_PANE_LABELS.lockTimesPasswordBackup}
            note="Changes that weaken the vault ask for the password."
          >
            <button type="button" className="button" onClick={() => openPane('wallet')}>
              {SETTINGS_PANE_LABELS.openWallet}
            </button>
          </Row>
        </Section>
        <Section title={PREFERENCE_LABELS.templates}>
          <Templates />
        </Section>
        <Section title="Keys">
          <Keys />
        </Section>
      </fieldset>
    </div>
  );
}

function Section(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="settings-section" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Row(props: { readonly label: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <div className="settings-row">
      <div>
        <span>{props.label}</span>
        {props.note === undefined ? null : <p>{props.note}</p>}
      </div>
      {props.children}
    </div>
  );
}

type ChoiceName = 'standIn' | 'theme' | 'palette' | 'density' | 'numberFormat' | 'timeZone' | 'motion';

function ChoiceRow<T extends string>(props: {
  readonly name: ChoiceName;
  readonly value: T;
  readonly values: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly note?: string;
}) {
  const label = PREFERENCE_LABELS[props.name];
  return (
    <Row label={label} {...(props.note === undefined ? {} : { note: props.note })}>
      <Segmented
        label={label}
        value={props.value}
        choices={props.values.map((value) => ({ value, label: props.labels[value] }))}
        onChange={(value) => void change({ [props.name]: value })}
      />
    </Row>
  );
}

function SwitchRow(props: {
  readonly label: string;
  readonly note?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Row label={props.label} {...(props.note === undefined ? {} : { note: props.note })}>
      <Segmented
        label={props.label}
        value={props.isOn ? 'on' : 'off'}
        choices={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(value) => props.onChange(value === 'on')}
      />
    </Row>
  );
}

function VolumeRow({ sound }: { readonly sound: Preferences['sound'] }) {
  return (
    <Row label="Volume">
      <span className="settings-volume">
        <input
          type="range"
          aria-label="Volume"
          min={1}
          max={100}
          step={1}
          value={sound.volume}
          disabled={!sound.isOn}
          onChange={(event) => void change({ sound: { ...sound, volume: event.target.valueAsNumber } })}
        />
        <span className="mono">{sound.volume} %</span>
      </span>
    </Row>
  );
}

/** Templates of typed orders: each with its removal; their keys are among all keys below. */
function Templates() {
  const templates = usePreferences((preferences) => preferences.templates);
  if (templates.length === 0) {
    return <p className="secondary">{SETTINGS_PANE_LABELS.noneYetTicketsConditionalTypes}</p>;
  }
  return (
    <ul className="settings-templates">
      {templates.map(({ id, text }) => (
        <li key={id}>
          <code>{text}</code>
          <button
            type="button"
            className="button small quiet"
            aria-label={SETTINGS_PANE_LABELS.removeTemplate(text)}
            onClick={() => void change(withoutTemplate(id))}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
