/** Templates of typed orders: each with its removal; their keys are among all keys below. */

import { withoutTemplate } from '../../domain/conditionals/templates.ts';
import { usePreferences } from '../../domain/preferences.ts';
import { change } from './change.ts';

export function Templates() {
  const templates = usePreferences((preferences) => preferences.templates);
  if (templates.length === 0) {
    return (
      <p className="secondary">
        None yet. The ticket’s conditional types save what you composed; a key then puts it into the palette.
      </p>
    );
  }
  return (
    <ul className="settings-templates">
      {templates.map(({ id, text }) => (
        <li key={id}>
          <code>{text}</code>
          <button
            type="button"
            className="button small quiet"
            aria-label={`Remove the template ${text}`}
            onClick={() => void change(withoutTemplate(id))}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}
