/** Hotkey editor: the key of every action, recorded by pressing it; conflicts are named before anything changes. */

import { useEffect, useState } from 'react';
import { matchesWords } from '#shared/base/searchWords.ts';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import { SETTINGS_PANE_LABELS } from '#shared/text/settingsPaneLabels.ts';
import { ACTION_GROUPS, type Action, type ActionId, listAllActions, useActions } from '../../domain/keys/actions.ts';
import { keysOf, recordKeys } from '../../domain/keys/hotkeys.ts';
import { assignKey, checkKey, clearKeys, type KeyCheck, resetKeys } from '../../domain/keys/keyEdits.ts';
import { formatKey, type Key } from '../../domain/keys/keys.ts';
import { usePreferences } from '../../domain/preferences.ts';
import { change } from './change.ts';
import { KeyPresets } from './KeyPresets.tsx';

interface Recorded {
  readonly id: ActionId;
  /** Null while the key is awaited. */
  readonly key: Key | null;
  readonly check: KeyCheck | null;
}

export function Keys() {
  const bindings = usePreferences(({ keys }) => keys);
  const { lists, ofPanes } = useActions();
  const [query, setQuery] = useState('');
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  const actions = listAllActions({ lists, ofPanes });
  const save = (keys: KeyBindings): void => {
    setRecorded(null);
    void change({ keys });
  };
  const receive = (action: Action, key: Key): void => {
    if (key === 'Escape') {
      setRecorded(null);
      return;
    }
    const check = checkKey(key, action, actions, new Set(ofPanes), bindings);
    if (check.at === 'free') save(assignKey(bindings, action, key, null));
    else setRecorded({ id: action.id, key, check });
  };
  const found = actions.filter((action) =>
    matchesWords([action.title, action.group, ...keysOf(action, bindings).map((key) => formatKey(key))], query),
  );
  return (
    <div className="settings-keys">
      <div className="settings-keys-tools">
        <input
          type="search"
          aria-label={SETTINGS_PANE_LABELS.searchKeys}
          placeholder={SETTINGS_PANE_LABELS.searchActionOrKey}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <KeyPresets actions={actions} bindings={bindings} onSave={save} />
      {ACTION_GROUPS.map((group) => {
        const rows = found.filter((action) => action.group === group);
        return rows.length === 0 ? null : (
          <section key={group} aria-label={SETTINGS_PANE_LABELS.keys(group)}>
            <h3>{group}</h3>
            {rows.map((action) => (
              <KeyRow
                key={action.id}
                action={action}
                bindings={bindings}
                recorded={recorded?.id === action.id ? recorded : null}
                onRecord={(isOn) => setRecorded(isOn ? { id: action.id, key: null, check: null } : null)}
                onKey={(key) => receive(action, key)}
                onSave={save}
              />
            ))}
          </section>
        );
      })}
      {found.length === 0 ? <p className="secondary">No action matches “{query}”</p> : null}
    </div>
  );
}

function KeyRow(props: {
  readonly action: Action;
  readonly bindings: KeyBindings;
  readonly recorded: Recorded | null;
  readonly onRecord: (isOn: boolean) => void;
  readonly onKey: (key: Key) => void;
  readonly onSave: (keys: KeyBindings) => void;
}) {
  const { action, bindings, recorded, onKey } = props;
  const keys = keysOf(action, bindings);
  const isWaiting = recorded !== null && recorded.key === null;
  useEffect(() => (isWaiting ? recordKeys(onKey) : undefined), [isWaiting, onKey]);
  const check = recorded?.check ?? null;
  return (
    <div className="settings-key">
      <span>{action.title}</span>
      <span className="settings-key-keys">
        {keys.length === 0 ? (
          <span className="secondary">none</span>
        ) : (
          keys.map((key) => <kbd key={key}>{formatKey(key)}</kbd>)
        )}
      </span>
      <span className="settings-key-buttons">
        <button
          type="button"
          className="button small"
          aria-label={SETTINGS_PANE_LABELS.changeKeyOf(action.title)}
          aria-pressed={isWaiting}
          onClick={() => props.onRecord(!isWaiting)}
        >
          {isWaiting ? SETTINGS_PANE_LABELS.pressKey : 'Change'}
        </button>
        <button
          type="button"
          className="button small quiet"
          aria-label={SETTINGS_PANE_LABELS.removeKeyOf(action.title)}
          disabled={action.needsKey === true || keys.length === 0}
          title={action.needsKey === true ? SETTINGS_PANE_LABELS.thisActionMustHaveKey : undefined}
          onClick={() => props.onSave(clearKeys(bindings, action))}
        >
          Remove
        </button>
        <button
          type="button"
          className="button small quiet"
          aria-label={SETTINGS_PANE_LABELS.resetKeyOf(action.title)}
          disabled={bindings[action.id] === undefined}
          onClick={() => props.onSave(resetKeys(bindings, action))}
        >
          Reset
        </button>
      </span>
      {check === null || check.at === 'free' ? null : (
        // Below the row that was pressed, which may be the last one in sight.
        <div
          ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
          className="settings-key-conflict"
          role="alert"
        >
          {check.text}.
          {check.at === 'conflict' && check.canTake && recorded?.key ? (
            <button
              type="button"
              className="button small"
              onClick={() => props.onSave(assignKey(bindings, action, recorded.key!, check.other))}
            >
              {SETTINGS_PANE_LABELS.useItHere}
            </button>
          ) : null}
          <button type="button" className="button small" onClick={() => props.onRecord(false)}>
            {SETTINGS_PANE_LABELS.keepAsItWas}
          </button>
        </div>
      )}
    </div>
  );
}
