/** Settings: display, trading, sounds and keys, each change at once and saved; locks and limits are in their own panes. */
import './settings.css';
import {
  listSection,
  PREFERENCES,
  type Preference,
  type PreferenceName,
  type Preferences,
  VOLUME_BOUNDS,
} from '#shared/ipc/preferences.ts';
import { ALERT_TONE_NAMES } from '#shared/text/alerts/alerts.ts';
import { SETTINGS_PANE_LABELS } from '#shared/text/settingsPaneLabels.ts';
import type { ChoiceField } from '#shared/units/fields.ts';
import { withoutTemplate } from '../../domain/conditionals/templates.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { loadPreferences, usePreferenceStore, usePreferences } from '../../domain/preferences.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { change } from './change.ts';
import { Keys } from './Keys.tsx';
import { Recording } from './Recording.tsx';
import { Row, Section, SwitchRow } from './rows.tsx';

const SOUND_KINDS = ['alert', 'fill', 'warning', 'error'] as const;

export function View() {
  const values = usePreferences();
  const isLoaded = usePreferenceStore((state) => state.isLoaded);
  const replaced = usePreferenceStore((state) => state.replaced);
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
          text={`Not readable in the file, now the default: ${replaced.map((name) => PREFERENCES[name].label).join(', ')}.`}
        />
      )}
      <fieldset disabled={!isLoaded}>
        <Section title="Display">
          {listSection('display').map((name) => (
            <PreferenceRow key={name} name={name} value={values[name]} />
          ))}
        </Section>
        <Section title="Trading">
          {listSection('trading').map((name) => (
            <PreferenceRow key={name} name={name} value={values[name]} />
          ))}
          <Row label="Limits" note="Largest order, position, loss of the day. A looser limit asks for the password.">
            <button type="button" className="button" onClick={() => openPane('risk')}>
              {SETTINGS_PANE_LABELS.openRisk}
            </button>
          </Row>
        </Section>
        <Section title="Sound">
          <SwitchRow
            label={PREFERENCES.sound.label}
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
        <Section title={PREFERENCES.notifications.label}>
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
        <Recording />
        <Section title={PREFERENCES.templates.label}>
          <Templates />
        </Section>
        <Section title="Keys">
          <Keys />
        </Section>
      </fieldset>
    </div>
  );
}

/** A preference by its field: one of several, or on and off. */
function PreferenceRow({ name, value }: { readonly name: PreferenceName; readonly value: unknown }) {
  const { label, field, note }: Preference<unknown> = PREFERENCES[name];
  const key = useKeyLabel(typeof note === 'object' ? note.action : 'trading.flattenMarket');
  const text = typeof note === 'object' ? note.text(key) : note;
  const row = { label, ...(text === undefined ? {} : { note: text }) };
  if (field === null || !('labels' in field)) {
    return <SwitchRow {...row} isOn={value === true} onChange={(isOn) => void change({ [name]: isOn })} />;
  }
  const { labels } = field as ChoiceField<string>;
  return (
    <Row {...row}>
      <Segmented
        label={label}
        value={value as string}
        choices={Object.entries(labels).map(([choice, words]) => ({ value: choice, label: words }))}
        onChange={(chosen) => void change({ [name]: chosen })}
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
          min={VOLUME_BOUNDS.min}
          max={VOLUME_BOUNDS.max}
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
