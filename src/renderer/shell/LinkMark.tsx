/** The colour of a link group: a filled square, or an empty one for a pane without a colour. */
import type { PaneLink } from '../domain/workspaces/links.ts';

export function LinkMark(props: { readonly link: PaneLink; readonly title?: string }) {
  return <span className={`link-mark ${props.link}`} title={props.title} aria-hidden="true" />;
}
