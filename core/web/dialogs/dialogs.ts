import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { DialogControl, Lazy } from '../define-web.ts';
import { token } from '../token.ts';

/** How a dialog looks, and whether it can be dismissed. */
export interface DialogLook {
  /** In pixels; 680 by default. */
  width?: number;
  /** In pixels, about: what is kept free for it until its code is there. */
  height?: number;
  /** False for a dialog that only its own buttons close. Default true. */
  dismissible?: boolean;
  /** A few lines with their own buttons: on a phone a sheet of the height it needs, instead of the whole screen. */
  compact?: boolean;
  /** Whether it has a close button; by default, dismissible dialogs that are not compact do. */
  cross?: boolean;
  /** Names the dialog for screen readers; its own heading by default. */
  label?: string;
}

/** A question that is answered with one of two buttons. */
export interface Question {
  title: MessageKey;
  text?: MessageKey;
  params?: MessageParams;
  /** The labels of the buttons; a destructive one names what it destroys. */
  confirm?: MessageKey;
  /** Null leaves only the confirm button. */
  cancel?: MessageKey | null;
  destructive?: boolean;
  width?: number;
}

/** A stack of dialogs: the last one opened has the focus, and returns it when it closes. */
export interface Dialogs {
  /**
   * Opens a plugin's dialog, for example `account/login` for the dialog `login` of `account`, and activates the plugin.
   * A dialog that is already open is not opened twice but takes the new properties.
   * @returns the value it was closed with; undefined when it was dismissed
   */
  open<R = unknown>(id: string, properties?: object): Promise<R | undefined>;
  /** Shows a component as a dialog. */
  show<P extends object, R = unknown>(
    component: Lazy<P & DialogControl<R>>,
    properties: P,
    look?: DialogLook,
  ): Promise<R | undefined>;
  /** Asks for confirmation. @returns whether it was confirmed */
  confirm(question: Question): Promise<boolean>;
  /** Shows a message that has to be acknowledged. */
  alert(question: Omit<Question, 'cancel'>): Promise<void>;
  isOpen(id: string): boolean;
  /** Closes a plugin's dialog as if it were dismissed; does nothing when it is not open. */
  close(id: string): void;
  closeAll(): void;
}

export const DIALOGS = token<Dialogs>('dialogs', 1);
