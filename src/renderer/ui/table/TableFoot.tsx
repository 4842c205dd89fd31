/**
 * Foot of a pane's rows: what is shown of them, stale data, warnings.
 *
 * Invariants  It comes and goes without moving a row: it lies over the end of what scrolls, which is reached by scrolling.
 */
import type { ReactNode } from 'react';
import './tableFoot.css';

export function TableFoot(props: { readonly children: ReactNode }) {
  return <div className="table-foot">{props.children}</div>;
}
