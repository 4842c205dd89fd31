/**
 * Templates of typed orders: kept commands that a key puts into the palette, whose preview says what Enter will do now.
 *
 * Invariants  A template sends nothing by itself. Its action keeps its id, and so its key, when others are removed.
 */
import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATES, type OrderTemplate } from '#shared/ipc/preferences.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import type { Action, ActionId } from '../keys/actions.ts';
import { attemptOf, type Report } from '../noticeFacts.ts';
import { openPalette } from '../palette.ts';
import { readPreferences, savePreferences } from '../preferences.ts';

const fact = attemptOf('template');

/** Adds a template after the others. */
export async function saveTemplate(text: string): Promise<Report> {
  const { templates } = readPreferences();
  if (templates.some((one) => one.text === text))
    return { tone: 'warn', title: 'It is a template already', detail: text, fact };
  if (templates.length >= MAX_TEMPLATES || text.length > MAX_TEMPLATE_CHARACTERS) {
    const detail = `At most ${MAX_TEMPLATES} of ${MAX_TEMPLATE_CHARACTERS} characters: remove one in Settings.`;
    return { tone: 'warn', title: 'The template was not saved', detail, fact };
  }
  const id = templates.reduce((highest, one) => Math.max(highest, one.id), 0) + 1;
  const result = await savePreferences({ templates: [...templates, { id, text }] });
  if (!result.ok)
    return { tone: 'bad', title: 'The template was not saved', detail: formatBridgeError(result.error), fact };
  return { tone: 'good', title: 'Template saved', detail: `${text}. Settings gives it a key.`, fact };
}

/** The preferences without a template and its keys. */
export function withoutTemplate(id: number): Pick<ReturnType<typeof readPreferences>, 'templates' | 'keys'> {
  const { templates, keys } = readPreferences();
  const { [actionId(id)]: _removed, ...kept } = keys;
  return { templates: templates.filter((one) => one.id !== id), keys: kept };
}

function actionId(id: number): ActionId {
  return `template.${id}`;
}

/** One action for each template: the palette with its text. */
export function listTemplateActions(templates: readonly OrderTemplate[]): readonly Action[] {
  return templates.map(({ id, text }) => ({
    id: actionId(id),
    title: `Template: ${text}`,
    group: 'Trading',
    defaultKeys: [],
    run: () => openPalette(text),
  }));
}
