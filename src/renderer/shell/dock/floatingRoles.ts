/**
 * Roles of floating panes: groups, as they block nothing.
 *
 * The docking library calls them dialogs and orders them by `aria-level`, which neither role allows; their order is also in
 * their style.
 */
const FLOATING = '.dv-resize-container';
const NOT_OURS = ['aria-level', 'aria-modal'] as const;

/** Keeps the roles of the floating panes in `dock`; the returned function stops it. */
export function keepFloatingRoles(dock: HTMLElement): () => void {
  const mend = (): void => {
    for (const element of dock.querySelectorAll(FLOATING)) {
      if (element.getAttribute('role') !== 'group') element.setAttribute('role', 'group');
      for (const name of NOT_OURS) if (element.hasAttribute(name)) element.removeAttribute(name);
    }
  };
  const observer = new MutationObserver(mend);
  observer.observe(dock, { subtree: true, childList: true, attributes: true, attributeFilter: ['role', ...NOT_OURS] });
  mend();
  return () => observer.disconnect();
}
