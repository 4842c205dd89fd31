import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listTemplateActions, saveTemplate, withoutTemplate } from '#renderer/domain/conditionals/templates.ts';
import { usePreferenceStore } from '#renderer/domain/preferences.ts';
import { DEFAULT_PREFERENCES, MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATES } from '#shared/ipc/preferences.ts';
import { fail, succeed } from '#shared/ipc/result.ts';

const save = vi.fn();
const keep = (...ids: readonly number[]): void => {
  const templates = ids.map((id) => ({ id, text: `stop sell all @ bid-${id}t limit -1t` }));
  usePreferenceStore.setState({ values: { ...DEFAULT_PREFERENCES, templates }, isLoaded: true });
};

beforeEach(() => {
  vi.stubGlobal('window', { adyton: { preferences: { save } } });
  save.mockImplementation(async ({ change }: { change: object }) =>
    succeed({ ...usePreferenceStore.getState().values, ...change }),
  );
  keep(1, 5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

it('keeps a command after the others, under an id that none had', async () => {
  expect(await saveTemplate('profit yes all @ 0.60')).toMatchObject({ tone: 'good', title: 'Template saved' });
  const { templates } = (save.mock.calls[0]![0] as { change: typeof DEFAULT_PREFERENCES }).change;
  expect(templates.map(({ id }) => id)).toEqual([1, 5, 6]);
  expect(templates.at(-1)).toEqual({ id: 6, text: 'profit yes all @ 0.60' });
});

it('keeps none twice, none that is too long, and no more than fit', async () => {
  expect(await saveTemplate('stop sell all @ bid-5t limit -1t')).toMatchObject({ title: 'It is a template already' });
  const long = 'x'.repeat(MAX_TEMPLATE_CHARACTERS + 1);
  expect(await saveTemplate(long)).toMatchObject({ tone: 'warn', title: 'The template was not saved' });
  keep(...Array.from({ length: MAX_TEMPLATES }, (_none, at) => at + 1));
  expect(await saveTemplate('profit yes all @ 0.60')).toMatchObject({ tone: 'warn' });
  expect(save).not.toHaveBeenCalled();
});

it('says why it was not saved', async () => {
  save.mockResolvedValue(fail('UNREACHABLE', { what: 'main' }));
  expect(await saveTemplate('profit yes all @ 0.60')).toMatchObject({ tone: 'bad', detail: expect.any(String) });
});

it('removes one with its keys, and leaves the others theirs', () => {
  const keys = { 'template.1': ['F6'], 'template.5': ['F7'] };
  usePreferenceStore.setState((state) => ({ values: { ...state.values, keys } }));
  const { templates, keys: left } = withoutTemplate(1);
  expect(templates.map(({ id }) => id)).toEqual([5]);
  expect(left).toEqual({ 'template.5': ['F7'] });
});

it('makes an action of each, named by its command', () => {
  const actions = listTemplateActions(usePreferenceStore.getState().values.templates);
  expect(actions.map(({ id, title }) => [id, title])).toEqual([
    ['template.1', 'Template: stop sell all @ bid-1t limit -1t'],
    ['template.5', 'Template: stop sell all @ bid-5t limit -1t'],
  ]);
});
