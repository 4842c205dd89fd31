/** Ids and titles of panes: the first pane of a kind is 'ladder', the next ones 'ladder-2', 'ladder-3' … */

/** The first free id for another pane of this kind. */
export function nextPaneId(name: string, taken: Iterable<string>): string {
  const ids = new Set(taken);
  if (!ids.has(name)) return name;
  let number = 2;
  while (ids.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

/** 'Ladder', 'Ladder 2'. */
export function formatPaneTitle(title: string, name: string, id: string): string {
  const number = id.startsWith(`${name}-`) ? id.slice(name.length + 1) : '';
  return number === '' ? title : `${title} ${number}`;
}
