/**
 * Menus in the look of the terminal, on Base UI: arrow keys, type-ahead, Escape, focus returned.
 *
 * Invariants  A press outside an open menu only closes it: it never reaches a price underneath.
 */
import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './menu.css';

type Anchor = ComponentProps<typeof Base.Positioner>['anchor'];

/** A menu with the button that opens it. */
export function MenuButton(props: {
  readonly label?: string;
  readonly title?: string;
  readonly className: string;
  readonly face: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger className={props.className} aria-label={props.label} title={props.title}>
        {props.face}
      </Base.Trigger>
      <MenuPopup align="end">{props.children}</MenuPopup>
    </Base.Root>
  );
}

/** A menu opened at an element, for context menus. */
export function MenuAt(props: { readonly anchor: Anchor; readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <Base.Root open onOpenChange={(isOpen) => (isOpen ? undefined : props.onClose())}>
      <MenuPopup align="start" anchor={props.anchor}>
        {props.children}
      </MenuPopup>
    </Base.Root>
  );
}

function MenuPopup(props: { readonly align: 'start' | 'end'; readonly anchor?: Anchor; readonly children: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Positioner className="menu-positioner" align={props.align} sideOffset={4} anchor={props.anchor}>
        <Base.Popup className="menu">{props.children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

export function MenuItem(props: { readonly onSelect: () => void; readonly children: ReactNode }) {
  return (
    <Base.Item className="menu-item" onClick={props.onSelect}>
      {props.children}
    </Base.Item>
  );
}

export function MenuGroup(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{props.label}</Base.GroupLabel>
      {props.children}
    </Base.Group>
  );
}

export interface MenuChoice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

/** One of a few values; the chosen one has a check mark. */
export function MenuChoices<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly MenuChoice<T>[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <MenuGroup label={props.label}>
      <Base.RadioGroup value={props.value} onValueChange={(value: T) => props.onChange(value)}>
        {props.choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} className="menu-item" closeOnClick>
            {choice.label}
            <Base.RadioItemIndicator className="menu-check">
              <Check size={12} aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuGroup>
  );
}

/** One value that is on or off; the menu stays open, so that several can be changed. */
export function MenuCheck(props: {
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <Base.CheckboxItem
      className="menu-item"
      checked={props.isOn}
      disabled={props.isDisabled ?? false}
      onCheckedChange={(isOn) => props.onChange(isOn)}
    >
      {props.children}
      <Base.CheckboxItemIndicator className="menu-check">
        <Check size={12} aria-hidden="true" />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

export function Submenu(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className="menu-item">
        {props.label}
        <ChevronRight className="menu-arrow" size={12} aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={-2} alignOffset={-5}>
          <Base.Popup className="menu">{props.children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="menu-separator" />;
}
