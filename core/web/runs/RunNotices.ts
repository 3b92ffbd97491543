import { observableStore } from '../observable-store.ts';
import type { PluginContext } from '../plugin-context.ts';
import { STORAGE } from '../storage/storage.ts';

/** A notification of the browser. */
export interface Notice {
  title: string;
  text: string;
  /** Of several tabs one shows it. */
  tag: string;
  open(): void;
}

/** By the plugin, for as long as it is active. */
const noticesOf = new WeakMap<PluginContext, RunNotices>();

/** The notifications of the runs of a plugin's tools. */
export function runNotices(context: PluginContext): RunNotices {
  const known = noticesOf.get(context) ?? new RunNotices(context);
  noticesOf.set(context, known);
  return known;
}

/** The browser's own notifications: asked for by a button, never by themselves. Observable. */
export class RunNotices {
  isOn: boolean;
  /** `unknown` where the browser has none. */
  permission: NotificationPermission | 'unknown' = permission();

  constructor(private readonly context: PluginContext) {
    this.isOn = context.get(STORAGE).read(this.key) === true;
    observableStore(this);
  }

  /** Whether they come. */
  get isReady(): boolean {
    return this.isOn && this.permission === 'granted';
  }

  /** Turns them on, asking the browser where need be, or off. */
  async toggle(): Promise<void> {
    if (this.isReady) {
      this.set(false);
      return;
    }
    if (this.permission === 'default') this.takePermission(await Notification.requestPermission());
    if (this.permission === 'granted') this.set(true);
  }

  show({ title, text, tag, open }: Notice): void {
    if (!this.isReady) return;
    try {
      const notice = new Notification(title, { body: text, tag });
      notice.addEventListener('click', () => {
        window.focus();
        notice.close();
        if (!this.context.signal.aborted) open();
      });
    } catch (error) {
      // Phones show them only for a service worker.
      this.context.log.info('the browser shows no notification', error);
    }
  }

  private get key(): string {
    return `${this.context.id}.notices`;
  }

  private set(isOn: boolean): void {
    this.isOn = isOn;
    this.context.get(STORAGE).write(this.key, isOn);
  }

  private takePermission(given: NotificationPermission): void {
    this.permission = given;
  }
}

function permission(): NotificationPermission | 'unknown' {
  return typeof Notification === 'undefined' ? 'unknown' : Notification.permission;
}
