import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { DialogControl, Lazy } from '../define-web.ts';
import { token } from '../token.ts';

/** How a dialog looks, and whether it can be left. */
export interface DialogLook {
  /** Pixels; 680 when absent. */
  width?: number;
  /** False for a dialog that only its own buttons end. Default true. */
  dismissible?: boolean;
  /** A few lines with buttons of its own: on a phone a sheet as high as it needs, not the whole screen. */
  compact?: boolean;
  /** Whether a cross closes it; by default of what can be left, unless it is compact and has buttons for that. */
  cross?: boolean;
  /** Names the dialog for screen readers; the dialog's own heading when absent. */
  label?: string;
}

/** A question that is answered by one of two buttons. */
export interface Question {
  title: MessageKey;
  text?: MessageKey;
  params?: MessageParams;
  /** What the buttons say; a destructive one names what it destroys. */
  confirm?: MessageKey;
  /** Null leaves only the confirming button. */
  cancel?: MessageKey | null;
  destructive?: boolean;
  width?: number;
}

/** Dialogs in a stack: the last one opened has the focus, and gives it back. */
export interface Dialogs {
  /**
   * Opens a dialog of a plugin, `account/login` for the dialog `login` of `account`; the plugin is activated
   * for it. A dialog that is open already is not opened twice: it takes the new properties.
   * @returns what it was closed with; undefined when it was dismissed
   */
  open<R = unknown>(id: string, properties?: object): Promise<R | undefined>;
  /** Shows a component as a dialog. */
  show<P extends object, R = unknown>(
    component: Lazy<P & DialogControl<R>>,
    properties: P,
    look?: DialogLook,
  ): Promise<R | undefined>;
  /** Asks before something happens. @returns whether it was confirmed */
  confirm(question: Question): Promise<boolean>;
  /** Tells something that has to be read. */
  alert(question: Omit<Question, 'cancel'>): Promise<void>;
  isOpen(id: string): boolean;
  /** Closes a plugin's dialog as if it were dismissed; nothing when it is not open. */
  close(id: string): void;
  closeAll(): void;
}

export const DIALOGS = token<Dialogs>('dialogs', 1);
