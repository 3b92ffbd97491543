import { makeAutoObservable, observableShallow } from 'mobx';

import type { Toast, Toasts } from './toasts.ts';

/** Milliseconds that a toast stays when nobody says. */
const DURATION = 3_000;
/** More at once nobody reads: the oldest goes. */
const MOST = 5;
/** Of one plugin; its oldest goes, so that it leaves room for what others and the workbench itself have to tell. */
const MOST_OF_PLUGIN = 3;

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
  /** Stops the time of all of them while they are read, and lets it go on. */
  pause(): void;
  resume(): void;
  /**
   * The toasts of one plugin.
   * @param end the plugin's end: those that wait for somebody go with it, nobody is left to act for them
   */
  forPlugin(plugin: string, end?: AbortSignal): Toasts;
}

interface Timed extends ShownToast {
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
  private paused = false;
  private readonly toldAt = new Map<string, number>();

  constructor() {
    makeAutoObservable<this, 'count' | 'paused' | 'toldAt'>(
      this,
      { shown: observableShallow, count: false, paused: false, toldAt: false, forPlugin: false },
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
    const timed: Timed = { id, toast, left: duration === 0 ? null : duration, since: Date.now(), timer: undefined };
    this.shown.push(timed);
    if (!this.paused) this.start(timed);
    const { source } = toast;
    const own = source === undefined ? [] : this.shown.filter((shown) => shown.toast.source === source);
    const [oldest] = own.length > MOST_OF_PLUGIN ? own : this.shown.length > MOST ? this.shown : [];
    if (oldest !== undefined) this.close(oldest.id);
    return () => this.close(id);
  }

  close(id: string): void {
    const index = this.shown.findIndex((shown) => shown.id === id);
    const [closed] = index < 0 ? [] : this.shown.splice(index, 1);
    clearTimeout(closed?.timer);
    // What the pointer rested on is gone; nobody else says that it left.
    if (this.shown.length === 0) this.paused = false;
  }

  closeAll(): void {
    for (const { id } of [...this.shown]) this.close(id);
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    for (const timed of this.shown) {
      clearTimeout(timed.timer);
      if (timed.left !== null) timed.left = Math.max(0, timed.left - (Date.now() - timed.since));
    }
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    for (const timed of this.shown) this.start(timed);
  }

  forPlugin(plugin: string, end?: AbortSignal): Toasts {
    end?.addEventListener('abort', () => this.closeOf(plugin, ({ left, toast }) => left === null || !!toast.action));
    return { show: (toast) => this.show({ ...toast, source: plugin }), closeAll: () => this.closeOf(plugin) };
  }

  private closeOf(plugin: string, matches: (timed: Timed) => boolean = () => true): void {
    for (const timed of [...this.shown]) {
      if (timed.toast.source === plugin && matches(timed)) this.close(timed.id);
    }
  }

  private start(timed: Timed): void {
    if (timed.left === null) return;
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
