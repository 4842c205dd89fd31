/** Presets of keys: what one would change is shown before it is used, and the keys before it can be brought back. */

import { useState } from 'react';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import { SETTINGS_PANE_LABELS } from '#shared/text/settingsPaneLabels.ts';
import type { Action } from '../../domain/keys/actions.ts';
import {
  addOwnKeys,
  isPreset,
  KEY_PRESETS,
  type KeyChange,
  type KeyPreset,
  listKeyChanges,
  listOwnKeys,
  useKeysBefore,
} from '../../domain/keys/keyPresets.ts';
import { formatKey, type Key } from '../../domain/keys/keys.ts';

export function KeyPresets(props: {
  readonly actions: readonly Action[];
  readonly bindings: KeyBindings;
  readonly onSave: (keys: KeyBindings) => void;
}) {
  const { actions, bindings } = props;
  const [chosen, setChosen] = useState<KeyPreset | null>(null);
  const [keepsOwn, setKeepsOwn] = useState(true);
  const own = listOwnKeys(bindings);
  const next = chosen === null ? bindings : keepsOwn ? addOwnKeys(chosen, own) : chosen.keys;
  const before = useKeysBefore((store) => store.bindings);
  const replace = (next: KeyBindings, remembered: KeyBindings | null): void => {
    useKeysBefore.setState({ bindings: remembered });
    setChosen(null);
    props.onSave(next);
  };
  return (
    <>
      <div className="settings-keys-tools">
        {KEY_PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className="button small"
            title={preset.about}
            aria-pressed={isPreset(bindings, preset)}
            onClick={() => setChosen(chosen === preset ? null : preset)}
          >
            {preset.name}
          </button>
        ))}
        <button
          type="button"
          className="button small"
          disabled={Object.keys(bindings).length === 0}
          onClick={() => replace({}, bindings)}
        >
          {SETTINGS_PANE_LABELS.resetAll}
        </button>
        {before === null ? null : (
          <button type="button" className="button small" onClick={() => replace(before, null)}>
            {SETTINGS_PANE_LABELS.backToKeysBefore}
          </button>
        )}
      </div>
      {chosen === null ? null : (
        <Preview
          preset={chosen}
          changes={listKeyChanges(actions, bindings, next)}
          ownCount={own.size}
          keepsOwn={keepsOwn}
          onKeepOwn={setKeepsOwn}
          onUse={() => replace(next, bindings)}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}

function Preview(props: {
  readonly preset: KeyPreset;
  readonly changes: readonly KeyChange[];
  readonly ownCount: number;
  readonly keepsOwn: boolean;
  readonly onKeepOwn: (keeps: boolean) => void;
  readonly onUse: () => void;
  readonly onCancel: () => void;
}) {
  const { preset, changes } = props;
  return (
    <section className="settings-key-preview" aria-label={SETTINGS_PANE_LABELS.keysOfPreset(preset.name)}>
      <p>{preset.about}.</p>
      {props.ownCount === 0 ? null : (
        <label className="settings-key-own">
          <input type="checkbox" checked={props.keepsOwn} onChange={(event) => props.onKeepOwn(event.target.checked)} />
          {SETTINGS_PANE_LABELS.keepThe} {props.ownCount === 1 ? 'key' : SETTINGS_PANE_LABELS.keyCount(props.ownCount)}{' '}
          {SETTINGS_PANE_LABELS.thatYouSetYourself}
        </label>
      )}
      {changes.length === 0 ? (
        <p>{SETTINGS_PANE_LABELS.theseKeysAreInForce}</p>
      ) : (
        <ul>
          {changes.map(({ action, before, after, losesKey }) => (
            <li key={action.id} className={losesKey ? 'loses-key' : undefined}>
              <span>{action.title}</span>
              <span>
                {formatKeys(before)} → {formatKeys(after)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="settings-key-buttons">
        <button type="button" className="button small" disabled={changes.length === 0} onClick={props.onUse}>
          {SETTINGS_PANE_LABELS.useTheseKeys}
        </button>
        <button type="button" className="button small quiet" onClick={props.onCancel}>
          {SETTINGS_PANE_LABELS.keepKeysAsThey}
        </button>
      </div>
    </section>
  );
}

function formatKeys(keys: readonly Key[]): string {
  return keys.length === 0 ? 'none' : keys.map((key) => formatKey(key)).join(', ');
}
