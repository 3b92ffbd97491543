import { observableStore } from '#core/web/observable-store.ts';
import type { BrowserStorage } from '#core/web/storage/storage.ts';
import { token } from '#core/web/token.ts';

/** The shell's command that opens the command palette. */
export const PALETTE_COMMAND = 'shell.palette';

/** Storage key: whether the menu is open, with the names of its entries. */
const IS_OPEN = 'isOpen';

/** A part of the shell that can only be open once. */
export type ShellPart = 'palette' | 'shortcuts' | 'contact';

/** The state of the shell: whether the rail is wide or narrow, and what is open. */
export class ShellState {
  isRailNarrow: boolean;
  openPart: ShellPart | null = null;
  /** Milliseconds that the membership still lasts; null while that is unknown, and for one that does not end. */
  membershipLeft: number | null = null;

  constructor(private readonly storage: BrowserStorage) {
    this.isRailNarrow = storage.read(IS_OPEN) === false;
    observableStore(this);
  }

  toggleRail(): void {
    this.isRailNarrow = !this.isRailNarrow;
    this.storage.write(IS_OPEN, !this.isRailNarrow);
  }

  setMembershipLeft(milliseconds: number | null): void {
    this.membershipLeft = milliseconds;
  }

  setOpenPart(part: ShellPart | null): void {
    this.openPart = part;
  }
}

/** The page's {@link ShellState}. */
export const SHELL_STATE = token<ShellState>('shell-state', 1);
