/** Handlers of keys: only the page's own helper and its key listener hear keys, because they ask what an input method composes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '../../src/renderer');

/** activity.ts hears that a key was pressed, never which one. */
const HEARING = ['act/activity.ts', 'shell/hotkeys/listen.ts', 'ui/keys.ts'];

/** A handler of React, or one of the page by name. */
const HANDLER = /\bonKey(?:Down|Up|Press)(?:Capture)?\b|\bonkey(?:down|up|press)\b|['"`]key(?:down|up|press)['"`]/;

it('no component hears keys past the helper that leaves out those of an input method', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => file.replaceAll('\\', '/'));
  const found = files.filter((file) => HANDLER.test(readFileSync(join(renderer, file), 'utf8')));
  expect(found.sort()).toEqual(HEARING);
});
