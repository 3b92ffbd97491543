import { makeAutoObservable, observableShallow } from 'mobx';

import type { Toast, Toasts } from './toasts.ts';

/** Milliseconds that a toast stays when nobody says. */
const DURATION = 3_000;
/** More at once nobody reads: the oldest goes. */
const MOST = 5;
/** Of one plugin; its oldest goes, so that it leaves room for what others and the workbench itself have to tell. */
const MOST_OF_PLUGIN = 3;

/** What rests on a toast that is read. */
export type ToastHold = 'pointer' | 'focus';

/** A toast that is shown. */
export interface ShownToast {
  readonly id: string;
  readonly toast: Toast;
}

/** The toasts that are shown, for whoever draws them. Observable. */
export interface ToastList extends Toasts {
  /** The oldest first. */
  readonly shown: readonly ShownToast[];
  close(id: string): void;
  /** Stops the time of all of them while one of them is read, until it is released in the same way, or closed. */
  hold(id: string, by: ToastHold): void;
  release(id: string, by: ToastHold): void;
  /**
   * The toasts of one plugin.
   * @param end the plugin's end: those that wait for somebody go with it, nobody is left to act for them
   */
  forPlugin(plugin: string, end?: AbortSignal): Toasts;
}

interface Timed extends ShownToast {
  readonly holds: Set<ToastHold>;
  /** Milliseconds that are left; null for one that stays. */
  left: number | null;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Makes the list of toasts. */
export function createToasts(): ToastList {
  return new Shown();
}

class Shown implements ToastList {
  shown: Timed[] = [];

  private count = 0;
  private readonly toldAt = new Map<string, number>();

  constructor() {
    makeAutoObservable<this, 'count' | 'toldAt' | 'isHeld'>(
      this,
      { shown: observableShallow, count: false, toldAt: false, isHeld: false, forPlugin: false },
      { autoBind: true },
    );
  }

  show(toast: Toast): () => void {
    if (this.isTooSoon(toast)) return () => undefined;
    const before = toast.key === undefined ? undefined : this.shown.find((shown) => shown.toast.key === toast.key);
    if (before !== undefined) this.close(before.id);
    this.count += 1;
    const id = `toast-${this.count}`;
    const duration = toast.duration ?? DURATION;
    const left = duration === 0 ? null : duration;
    const timed: Timed = { id, toast, left, holds: new Set(), since: Date.now(), timer: undefined };
    this.shown.push(timed);
    if (!this.isHeld) this.start(timed);
    const { source } = toast;
    const own = source === undefined ? [] : this.shown.filter((shown) => shown.toast.source === source);
    const [oldest] = own.length > MOST_OF_PLUGIN ? own : this.shown.length > MOST ? this.shown : [];
    if (oldest !== undefined) this.close(oldest.id);
    return () => this.close(id);
  }

  close(id: string): void {
    const index = this.shown.findIndex((shown) => shown.id === id);
    const [closed] = index < 0 ? [] : this.shown.splice(index, 1);
    if (closed === undefined) return;
    clearTimeout(closed.timer);
    // What the pointer or the focus rested on is gone; nobody else says that they left.
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

  /** Starts the time of all of them again, unless another one is held. */
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
