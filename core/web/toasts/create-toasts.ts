import { observable } from 'mobx';

import { withoutBidiControls } from '#core/contract/bidi.ts';

import { observableStore } from '../observable-store.ts';
import type { Toast, Toasts } from './toasts.ts';

/** Default duration of a toast in milliseconds. */
const DURATION = 3_000;
/** Most toasts shown at once; beyond that the oldest is closed. */
const MAX = 5;
/**
 * Most toasts of one plugin at once; beyond that its oldest is closed, to leave room for those of others and of the
 * workbench.
 */
const MAX_OF_PLUGIN = 3;

/** What holds a toast open: the pointer or the focus is on it. */
export type ToastHold = 'pointer' | 'focus';

/** A visible toast. */
export interface ShownToast {
  readonly id: string;
  readonly toast: Toast;
}

/** The visible toasts, for the component that renders them. Observable. */
export interface ToastList extends Toasts {
  /** Oldest first. */
  readonly shown: readonly ShownToast[];
  close(id: string): void;
  /** Pauses the timers of all toasts while one is being read, until it is released in the same way or closed. */
  hold(id: string, by: ToastHold): void;
  release(id: string, by: ToastHold): void;
  /**
   * The toasts of one plugin.
   * @param end fires when the plugin stops: toasts that wait for an action are closed, since nothing is left to run it
   */
  forPlugin(plugin: string, end?: AbortSignal): Toasts;
}

interface Timed extends ShownToast {
  readonly holds: Set<ToastHold>;
  /** Remaining milliseconds; null for a toast that stays. */
  left: number | null;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Creates the toast list. */
export function createToasts(): ToastList {
  return new Shown();
}

class Shown implements ToastList {
  readonly shown = observable.array<Timed>([], { deep: false });

  private count = 0;
  private readonly toldAt = new Map<string, number>();

  constructor() {
    observableStore(this);
  }

  show(toast: Toast): () => void {
    if (this.isTooSoon(toast)) return () => undefined;
    const before = toast.key === undefined ? undefined : this.shown.find((shown) => shown.toast.key === toast.key);
    if (before !== undefined) this.close(before.id);
    this.count += 1;
    const id = `toast-${this.count}`;
    const duration = toast.duration ?? DURATION;
    const left = duration === 0 ? null : duration;
    const { text } = toast;
    const plain = {
      ...toast,
      text: typeof text === 'string' ? withoutBidiControls(text) : () => withoutBidiControls(text()),
    };
    const timed: Timed = { id, toast: plain, left, holds: new Set(), since: Date.now(), timer: undefined };
    this.shown.push(timed);
    if (!this.isHeld) this.start(timed);
    const { source } = toast;
    const own = source === undefined ? [] : this.shown.filter((shown) => shown.toast.source === source);
    const [oldest] = own.length > MAX_OF_PLUGIN ? own : this.shown.length > MAX ? this.shown : [];
    if (oldest !== undefined) this.close(oldest.id);
    return () => this.close(id);
  }

  close(id: string): void {
    const index = this.shown.findIndex((shown) => shown.id === id);
    const [closed] = index < 0 ? [] : this.shown.splice(index, 1);
    if (closed === undefined) return;
    clearTimeout(closed.timer);
    // A closed toast sends no event when the pointer or focus leaves it.
    if (closed.holds.size > 0) this.goOn();
  }

  closeAll(): void {
    for (const { id } of [...this.shown]) this.close(id);
  }

  hold(id: string, by: ToastHold): void {
    const wasHeld = this.isHeld;
    const held = this.shown.find((timed) => timed.id === id);
    held?.holds.add(by);
    if (held === undefined || wasHeld) return;
    for (const timed of this.shown) {
      clearTimeout(timed.timer);
      if (timed.left !== null) timed.left = Math.max(0, timed.left - (Date.now() - timed.since));
    }
  }

  release(id: string, by: ToastHold): void {
    if (this.shown.find((timed) => timed.id === id)?.holds.delete(by) === true) this.goOn();
  }

  forPlugin(plugin: string, end?: AbortSignal): Toasts {
    end?.addEventListener('abort', () => this.closeOf(plugin, ({ left, toast }) => left === null || !!toast.action));
    return { show: (toast) => this.show({ ...toast, source: plugin }), closeAll: () => this.closeOf(plugin) };
  }

  private get isHeld(): boolean {
    return this.shown.some(({ holds }) => holds.size > 0);
  }

  /** Resumes all timers, unless another toast is held. */
  private goOn(): void {
    if (this.isHeld) return;
    for (const timed of this.shown) this.start(timed);
  }

  private closeOf(plugin: string, matches: (timed: Timed) => boolean = () => true): void {
    for (const timed of [...this.shown]) {
      if (timed.toast.source === plugin && matches(timed)) this.close(timed.id);
    }
  }

  private start(timed: Timed): void {
    if (timed.left === null) return;
    clearTimeout(timed.timer);
    timed.since = Date.now();
    timed.timer = setTimeout(() => this.close(timed.id), timed.left);
  }

  private isTooSoon({ key, throttle }: Toast): boolean {
    if (key === undefined || throttle === undefined) return false;
    const now = Date.now();
    const last = this.toldAt.get(key);
    if (last !== undefined && now - last < throttle) return true;
    for (const [other, at] of this.toldAt) if (now - at > 60_000) this.toldAt.delete(other);
    this.toldAt.set(key, now);
    return false;
  }
}
