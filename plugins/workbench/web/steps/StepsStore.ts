import { observable, when } from 'mobx';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import type { SlotItem } from '#core/web/kernel/slots.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { SETTINGS, type Settings } from '#core/web/settings/settings.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

import type { FirstStep } from '#plugins/workbench/api.ts';
import { readFirstSteps } from '#plugins/workbench/calls.ts';

/** A step as it is shown. */
export type ShownStep = Pick<FirstStep, 'id' | 'title' | 'text' | 'to'> & { isDone: boolean };

interface KnownStep extends Omit<FirstStep, 'isDone'> {
  live: LiveValue<boolean>;
  /** Stops following it; null while nobody looks. */
  stop: (() => void) | null;
}

/** The setting, and its copy in this browser, that hide the first steps. */
const HIDDEN_KEY = 'first-steps-hidden';

/** What a new account does first, ticked as it happens. */
export class StepsStore {
  private readonly steps = observable.map<string, KnownStep>({}, { deep: false });
  /** Whether every plugin that has steps has said so. */
  private isWhole = false;
  /** They were all done before anybody looked: there is nothing to show them for. */
  private areOld: boolean | null = null;
  private isFollowed = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(SESSION) private readonly session: Session,
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(STORAGE) private readonly storage: BrowserStorage,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
    this.add('material', {
      ...{ id: 'material', order: 20, title: 'workbench:step.material', text: 'workbench:step.material-text' },
      to: '/material/list',
      isDone: async (signal) => {
        const { material } = await this.http.call(readFirstSteps, {}, { signal, handlesErrors: true });
        return material;
      },
    });
    context.own(when(() => this.isRead && this.failure === null, this.judge));
  }

  /** In their order; what is not known is not done. */
  get list(): readonly ShownStep[] {
    const read = [...this.steps.values()].map((step) => ({ ...step, isDone: step.live.value === true }));
    const profile = {
      ...({ id: 'profile', order: 10, title: 'workbench:step.profile', text: 'workbench:step.profile-text' } as const),
      to: '/safe',
      isDone: this.session.user !== null && this.session.user.fdMobile !== null,
    };
    return [profile, ...read].toSorted((a, b) => a.order - b.order || a.id.localeCompare(b.id));
  }

  get isRead(): boolean {
    const steps = [...this.steps.values()];
    return this.isWhole && steps.every(({ live }) => live.value !== null || live.failure !== null);
  }

  /** Why it is not known which are done; null when it is. */
  get failure(): { error: unknown } | null {
    const unknown = [...this.steps.values()].find(({ live }) => live.value === null && live.failure !== null);
    return unknown?.live.failure ?? null;
  }

  get isHidden(): boolean {
    const isHiddenHere = this.storage.read(HIDDEN_KEY) === this.session.user?.id;
    return isHiddenHere || this.settings.read(HIDDEN_KEY) === true || this.areOld === true;
  }

  /**
   * Takes in the steps of exactly these plugins.
   * @param isWhole whether no further plugin is expected
   */
  show(items: ReadonlyArray<SlotItem<FirstStep>>, isWhole: boolean): void {
    this.isWhole = isWhole;
    // The library knows more exactly than the files of the account whether there is a material.
    const hasLibrary = items.some(({ item }) => item.id === 'material');
    const wanted = new Set([...(hasLibrary ? [] : ['material']), ...items.map(({ key }) => key)]);
    for (const [key, { stop }] of [...this.steps]) {
      if (wanted.has(key)) continue;
      stop?.();
      this.steps.delete(key);
    }
    for (const { key, item } of items) if (!this.steps.has(key)) this.add(key, item);
  }

  /** Reads and follows them until it is undone. */
  follow(): () => void {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      for (const { live } of this.steps.values()) if (live.value !== true) live.refresh();
    };
    document.addEventListener('visibilitychange', look);
    this.isFollowed = true;
    for (const step of this.steps.values()) step.stop ??= step.live.follow();
    return () => {
      document.removeEventListener('visibilitychange', look);
      this.leave();
    };
  }

  async load(): Promise<void> {
    await Promise.all([...this.steps.values()].map(({ live }) => live.load()));
  }

  /** Takes them away for good, on every device of the account. */
  async hide(): Promise<void> {
    this.storage.write(HIDDEN_KEY, this.session.user?.id);
    this.areOld = true;
    try {
      await this.settings.write(HIDDEN_KEY, true);
    } catch (error) {
      // In this browser they are gone all the same.
      this.context.log.warn('the setting was not kept', error);
    }
  }

  private add(key: string, item: FirstStep): void {
    const live: LiveValue<boolean> = new LiveValue(this.context.scope, (signal) => item.isDone(signal), {
      events: this.events,
      follows: [eventTrigger(taskChanged, ({ state }) => live.value !== true && state === 'succeeded')],
    });
    const { id, order, title, text, to } = item;
    this.steps.set(key, { id, order, title, text, to, live, stop: this.isFollowed ? live.follow() : null });
  }

  private leave(): void {
    this.isFollowed = false;
    for (const step of this.steps.values()) {
      step.stop?.();
      step.stop = null;
    }
  }

  private judge(): void {
    this.areOld ??= this.list.every(({ isDone }) => isDone);
  }
}
