import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

const KEY = 'mixing.notices';

export interface Notice {
  title: string;
  text: string;
  /** Of several tabs one shows it. */
  tag: string;
  open(): void;
}

/** The browser's own notifications: asked for by a button, never by themselves. Observable. */
export class RunNotices {
  isOn: boolean;
  /** `unknown` where the browser has none. */
  permission: NotificationPermission | 'unknown' = permission();

  constructor(
    @inject(STORAGE) private readonly storage: BrowserStorage,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.isOn = storage.read(KEY) === true;
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

  private set(isOn: boolean): void {
    this.isOn = isOn;
    this.storage.write(KEY, isOn);
  }

  private takePermission(given: NotificationPermission): void {
    this.permission = given;
  }
}

function permission(): NotificationPermission | 'unknown' {
  return typeof Notification === 'undefined' ? 'unknown' : Notification.permission;
}
