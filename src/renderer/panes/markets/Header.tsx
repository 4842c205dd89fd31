/** Search as you type; the arrow keys go on into the list. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cursor, keyed, query } from './search.ts';

export function Header() {
  const text = query.use();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target instanceof HTMLElement ? event.target : null;
      if (at?.closest('input, textarea, select, dialog')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = (keyed.get()?.at ?? 0) + 1;
    if (event.key === 'ArrowDown') keyed.set({ step: 1, at });
    else if (event.key === 'ArrowUp') keyed.set({ step: -1, at });
    else if (event.key === 'Enter') keyed.set({ step: 'choose', at });
    else if (event.key === 'Escape') {
      query.set('');
      cursor.set(null);
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
        query.set(event.target.value);
        cursor.set(null);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
