/** Every pane by name: brings one to the front, or puts it back where it was taken out. */
import { LayoutGrid } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { openPane } from '../ui/openPane.ts';
import { listPlaces } from './defaultLayout.ts';
import { PANES } from './registry.ts';

export function PaneMenu(props: { readonly network: AppInfo['network'] | null }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) list.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = items.findIndex((item) => item.matches(':focus'));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === 'Home') items[0]?.focus();
    else if (event.key === 'End') items.at(-1)?.focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div className="pane-menu">
      <button
        ref={button}
        type="button"
        className="button quiet"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <LayoutGrid size={13} aria-hidden="true" /> Panes
      </button>
      {isOpen ? (
        <div
          ref={list}
          id={id}
          className="pane-menu-list"
          role="menu"
          aria-label="Panes"
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (relatedTarget !== button.current && !currentTarget.contains(relatedTarget)) setOpen(false);
          }}
        >
          {listPlaces(props.network)
            .map((name) => ({ name, title: PANES.get(name)?.title ?? name }))
            .sort((a, b) => a.title.localeCompare(b.title))
            .map(({ name, title }) => (
              <button
                key={name}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  setOpen(false);
                  openPane(name);
                }}
              >
                {title}
              </button>
            ))}
        </div>
      ) : null}
    </div>
  );
}
