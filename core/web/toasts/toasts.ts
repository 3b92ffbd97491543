import { token } from '../token.ts';

/** One short note. */
export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error';
  /** A finished sentence in the reader's language. */
  text: string;
  /** Milliseconds; 3000 when absent, 0 until it is closed. */
  duration?: number;
  /** Toasts of one key replace each other, and are told at most once per `throttle` milliseconds. */
  key?: string;
  throttle?: number;
  /** The plugin that it comes from; absent for the kernel's own. */
  source?: string;
  action?: { label: string; run(): void };
}

/** Short notes that come and go by themselves; screen readers hear them. */
export interface Toasts {
  /** @returns takes it away */
  show(toast: Toast): () => void;
  closeAll(): void;
}

export const TOASTS = token<Toasts>('toasts', 1);
