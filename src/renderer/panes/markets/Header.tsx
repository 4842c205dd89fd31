/** Markets header: search field whose arrow keys move in the list. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { usePaneValue } from '../../domain/panes.ts';
import { cursorMarket, listKey, searchText } from './state.ts';

export function Header() {
  const [text, setText] = usePaneValue(searchText);
  const [, setCursor] = usePaneValue(cursorMarket);
  const [lastKey, setListKey] = usePaneValue(listKey);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      // The first of several markets panes takes the key.
      if (event.defaultPrevented || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.closest('input, textarea, select, [role="dialog"], dialog')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const count = (lastKey?.count ?? 0) + 1;
    if (event.key === 'ArrowDown') setListKey({ step: 1, count });
    else if (event.key === 'ArrowUp') setListKey({ step: -1, count });
    else if (event.key === 'Enter') setListKey({ step: 'choose', count });
    else if (event.key === 'Escape') {
      setText('');
      setCursor(null);
      input.current?.blur();
    } else return;
    event.preventDefault();
  };
  return (
    <input
      ref={input}
      className="markets-search"
      type="search"
      aria-label="Search markets"
      placeholder="Search · /"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setCursor(null);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
