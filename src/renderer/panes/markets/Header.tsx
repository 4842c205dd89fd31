/** Markets header: search field whose arrow keys move in the list. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { registerActions } from '../../domain/actions.ts';
import { useKeyLabel, withKey } from '../../domain/hotkeys.ts';
import { usePaneValue } from '../../domain/panes.ts';
import { cursorMarket, listKey, searchText } from './state.ts';

export function Header() {
  const [text, setText] = usePaneValue(searchText);
  const [, setCursor] = usePaneValue(cursorMarket);
  const [lastKey, setListKey] = usePaneValue(listKey);
  const keys = useKeyLabel('market.search');
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      registerActions([
        {
          id: 'market.search',
          title: 'Search markets',
          group: 'Market',
          defaultKeys: ['/'],
          run: () => {
            input.current?.focus();
            input.current?.select();
          },
        },
      ]),
    [],
  );
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
      placeholder={withKey('Search', keys)}
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
