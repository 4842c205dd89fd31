/** Templates of typed orders: each with its removal; their keys are among all keys below. */
import { SETTINGS_PANE_LABELS } from '#shared/text/settingsPaneLabels.ts';
import { withoutTemplate } from '../../domain/conditionals/templates.ts';
import { usePreferences } from '../../domain/preferences.ts';
import { change } from './change.ts';

export function Templates() {
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
