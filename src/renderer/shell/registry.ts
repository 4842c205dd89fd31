/** Every pane folder, found at build time by its index. */
import type { PaneDefinition } from '../ui/pane.ts';

const modules = import.meta.glob<{ default: PaneDefinition }>('../panes/*/index.ts', { eager: true });

export const PANES: ReadonlyMap<string, PaneDefinition> = new Map(
  Object.values(modules).map((module) => [module.default.name, module.default]),
);
