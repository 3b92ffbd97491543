import { createContext, use, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import { Link } from '../router/links.ts';
import { Floating, FloatingPanel, type FloatingTrigger, type Side } from './Floating.tsx';
import { Layer } from './Layer.tsx';
import './DropdownMenu.css';

export interface DropdownMenuProps {
  /** Accessible name of the menu. */
  label: string;
  /** Where it opens, relative to its button; `below-end` by default. */
  side?: Side;
  /** Renders the button, which must spread these properties. */
  trigger(properties: FloatingTrigger): ReactNode;
  /** `MenuItem`, `MenuLink` and `MenuLine`. */
  children: ReactNode;
}

const CloseMenu = createContext<() => void>(() => undefined);

/**
 * A menu that opens at a button. Arrow keys, Home, End and first letters move through it.
 * @example <DropdownMenu label={…} trigger={(menu) => <IconButton {...menu} icon="more" label={…} />}>
 *   <MenuItem icon="edit" onChoose={rename}>{t('…:rename')}</MenuItem>
 * </DropdownMenu>
 */
export function DropdownMenu({ side = 'below-end', children, ...rest }: DropdownMenuProps) {
  return (
    <Floating {...rest} kind="menu" side={side} onKeyDown={walk}>
      {(close) => <Menu close={close}>{children}</Menu>}
    </Floating>
  );
}

export interface ContextMenuProps {
  /** Accessible name of the menu. */
  label: string;
  /** Where it opens, in pixels of the window; null while it is closed. */
  at: { x: number; y: number } | null;
  /** The menu wants to close; `isDone` when the focus should go back to where it came from. */
  onClose(isDone: boolean): void;
  /** `MenuItem`, `MenuLink` and `MenuLine`. */
  children: ReactNode;
}

/** A menu that opens where somebody right-clicked, or at what has the focus. Works like a `DropdownMenu`. */
export function ContextMenu({ at, ...rest }: ContextMenuProps) {
  return at === null ? null : <OpenContextMenu key={`${at.x} ${at.y}`} at={at} {...rest} />;
}

function OpenContextMenu({ label, at, onClose, children }: ContextMenuProps & { at: { x: number; y: number } }) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place} className="rp-context-place" style={{ left: at.x, top: at.y }}>
      <Layer
        isOpen
        position="bottomLeft"
        content={
          <FloatingPanel
            {...{ id, label }}
            kind="menu"
            opener={place}
            onKeyDown={walk}
            onLeave={() => onClose(false)}
            onEnd={() => onClose(true)}
          >
            <Menu close={() => onClose(true)}>{children}</Menu>
          </FloatingPanel>
        }
      />
    </span>
  );
}

function Menu({ close, children }: { close: () => void; children: ReactNode }) {
  return <CloseMenu value={close}>{children}</CloseMenu>;
}

export interface MenuItemProps {
  icon?: IconName;
  /** Makes it a radio item: whether it is the selected one. */
  checked?: boolean;
  /** A destructive action. */
  danger?: boolean;
  disabled?: boolean;
  /** The shortcut of the same action. */
  keys?: string;
  children: ReactNode;
  /** Called after the menu has closed and returned the focus. */
  onChoose(): void;
}

/** An action in a `DropdownMenu`. */
export function MenuItem({ icon, checked, danger = false, disabled = false, keys, children, onChoose }: MenuItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      className="rp-menu-item"
      data-danger={danger || undefined}
      tabIndex={-1}
      onClick={() => {
        if (disabled) return;
        close();
        onChoose();
      }}
    >
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span className="rp-menu-item__text">{children}</span>
      {keys !== undefined && <kbd>{keys}</kbd>}
      {checked === true && <Icon name="check" size={16} className="rp-menu-item__tick" />}
    </button>
  );
}

export interface MenuLinkProps {
  icon?: IconName;
  /** A path of the workbench. */
  to: string;
  children: ReactNode;
}

/** A link in a `DropdownMenu`. */
export function MenuLink({ icon, to, children }: MenuLinkProps) {
  const close = use(CloseMenu);
  return (
    <Link className="rp-menu-item" role="menuitem" tabIndex={-1} to={to} onClick={close}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span className="rp-menu-item__text">{children}</span>
    </Link>
  );
}

/** A separator between the groups of a `DropdownMenu`. */
export function MenuLine() {
  return <hr className="rp-menu-line" />;
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to !== undefined && items.length > 0) {
    event.preventDefault();
    items.at(to % items.length)?.focus();
  } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const letter = event.key.toLowerCase();
    const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    rest.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
  }
}
