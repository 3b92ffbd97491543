import { token } from '../token.ts';

/** One short note. */
export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** A complete sentence in the user's language. A function is asked again when the language changes. */
  text: string | (() => string);
  /** In milliseconds; 3000 by default, 0 to stay until it is closed. */
  duration?: number;
  /**
   * It has time: on a phone it stands at the end of the page, where it lies over nothing; elsewhere it makes room for
   * others while they are shown. For what stays.
   */
  canWait?: boolean;
  /** Toasts with the same key replace each other, and are shown at most once per `throttle` milliseconds. */
  key?: string;
  throttle?: number;
  /** The plugin that shows it; absent for the kernel's own. */
  source?: string;
  action?: { label: string; run(): void };
  /** Its user has closed it, rather than pressing the action or letting it go. */
  onClose?(): void;
}

/** Short notes that disappear on their own; screen readers announce them. */
export interface Toasts {
  /** @returns closes it */
  show(toast: Toast): () => void;
  closeAll(): void;
}

export const TOASTS = token<Toasts>('toasts', 1);
