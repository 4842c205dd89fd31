/** Settings of one market pane: the sections that are folded. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { SECTIONS, type SectionName } from './model.ts';

/** Names with spaces between them: a value that is compared by its content. */
export const foldedSections = createPaneSetting<string>('folded', '', (saved) =>
  typeof saved === 'string' ? formatFolded(SECTIONS.filter((name) => isFolded(saved, name))) : null,
);

export function isFolded(folded: string, name: SectionName): boolean {
  return folded.split(' ').includes(name);
}

export function formatFolded(names: readonly SectionName[]): string {
  return names.join(' ');
}

/** Folds the section, or opens it. */
export function toggleFolded(folded: string, name: SectionName): string {
  return formatFolded(SECTIONS.filter((one) => isFolded(folded, one) !== (one === name)));
}
