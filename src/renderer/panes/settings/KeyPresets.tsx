/** Presets of keys: what one would change is shown before it is used, and the keys before it can be brought back. */
import { useState } from 'react';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import type { Action } from '../../domain/actions.ts';
import {
  isPreset,
  KEY_PRESETS,
  type KeyChange,
  type KeyPreset,
  listKeyChanges,
  useKeysBefore,
} from '../../domain/keyPresets.ts';
import { formatKey, type Key } from '../../domain/keys.ts';

export function KeyPresets(props: {
  readonly actions: readonly Action[];
  readonly bindings: KeyBindings;
  readonly onSave: (keys: KeyBindings) => void;
}) {
  const { actions, bindings } = props;
  const [chosen, setChosen] = useState<KeyPreset | null>(null);
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
          Reset all
        </button>
        {before === null ? null : (
          <button type="button" className="button small" onClick={() => replace(before, null)}>
            Back to the keys before
          </button>
        )}
      </div>
      {chosen === null ? null : (
        <Preview
          preset={chosen}
          changes={listKeyChanges(actions, bindings, chosen.keys)}
          onUse={() => replace(chosen.keys, bindings)}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  );
}

function Preview(props: {
  readonly preset: KeyPreset;
  readonly changes: readonly KeyChange[];
  readonly onUse: () => void;
  readonly onCancel: () => void;
}) {
  const { preset, changes } = props;
  return (
    <section className="settings-key-preview" aria-label={`Keys of the preset ${preset.name}`}>
      <p>{preset.about}.</p>
      {changes.length === 0 ? (
        <p>These keys are in force.</p>
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
          Use these keys
        </button>
        <button type="button" className="button small quiet" onClick={props.onCancel}>
          Keep the keys as they are
        </button>
      </div>
    </section>
  );
}

function formatKeys(keys: readonly Key[]): string {
  return keys.length === 0 ? 'none' : keys.map((key) => formatKey(key)).join(', ');
}
