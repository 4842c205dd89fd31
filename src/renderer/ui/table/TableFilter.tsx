/** Controls that narrow a table: a search field, and a line that says what is shown and clears it. */
import type { ReactNode } from 'react';
import './tableFilter.css';
import { onKeys } from '../keys.ts';

export function TableSearch(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <input
      className="table-search"
      type="search"
      aria-label={props.label}
      placeholder="Find"
      autoComplete="off"
      spellCheck={false}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      {...onKeys((event) => {
        if (event.key !== 'Escape' || props.value === '') return;
        event.stopPropagation();
        props.onChange('');
      })}
    />
  );
}

/** 'Shown: 3 of 12 orders, buys, Harbour List'; nothing without a filter. `children` act on what is shown. */
export function FilterLine(props: {
  readonly text: string | null;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}) {
  return props.text === null ? null : (
    <div className="filter-line" role="status">
      <span title={props.text}>{props.text}</span>
      {props.children}
      <button type="button" className="button small quiet" onClick={props.onClear}>
        Show all
      </button>
    </div>
  );
}
