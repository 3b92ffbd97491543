import { observable, runInAction } from 'mobx';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import { providersChanged } from '#core/contract/providers-changed.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  checkService,
  chooseService,
  listServices,
  type Service,
  type ServiceHealth,
} from '#plugins/providers/calls.ts';

type Kind = Service['kind'];
/** What a look has shown: nothing yet while it lasts, or a sentence when there was no answer. */
export type Look = { state: 'looking' } | { state: 'seen'; health: ServiceHealth } | { state: 'failed'; text: string };

/** All kinds of services: what there is, what is in use, and whether it works. */
export class ServicesStore {
  readonly services: LiveValue<readonly Service[]>;
  /** By kind and adapter. */
  private readonly looks = observable.map<string, Look>({}, { deep: false });
  /** The choice that is being saved, which already shows. */
  private wanted: { kind: Kind; inUse: string[]; orEmbedded: boolean } | null = null;
  /** One choice is saved after the other, so that the last one stays. */
  #saved: Promise<void> = Promise.resolve();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.services = new LiveValue<readonly Service[]>(scope, (signal) => this.read(signal), {
      ...{ events, follows: [eventTrigger(providersChanged), eventTrigger(pluginsChanged)] },
      watch: () => i18n.language,
    });
    observableStore(this);
  }

  follow(): () => void {
    return this.services.follow();
  }

  of(kind: string | undefined): Service | undefined {
    return this.services.value?.find((service) => service.kind === kind);
  }

  lookOf(kind: Kind, id: string): Look | undefined {
    return this.looks.get(`${kind} ${id}`);
  }

  /** Looks whether an adapter can be used. */
  async look(kind: Kind, id: string): Promise<void> {
    const key = `${kind} ${id}`;
    this.looks.set(key, { state: 'looking' });
    const look = await this.http.call(checkService, { params: { kind, id } }, { handlesErrors: true }).then(
      (health): Look => ({ state: 'seen', health }),
      (error: unknown): Look => ({ state: 'failed', text: failureText(error, this.i18n.t) }),
    );
    runInAction(() => this.looks.set(key, look));
  }

  /** What is chosen of a kind, as it is to be once it is saved. */
  choiceOf(service: Service): Pick<Service, 'inUse' | 'orEmbedded'> {
    return this.wanted?.kind === service.kind ? this.wanted : service;
  }

  isSaving(kind: Kind): boolean {
    return this.wanted?.kind === kind;
  }

  /** What was seen of an adapter holds no longer. */
  forget(kind: Kind, id: string): void {
    this.looks.delete(`${kind} ${id}`);
  }

  /** Chooses what is in use of a kind. Of several choices that follow at once the last one counts. */
  async choose({ kind }: Service, choice: { adapters: string[]; orEmbedded: boolean }): Promise<void> {
    const wanted = { kind, inUse: choice.adapters, orEmbedded: choice.orEmbedded };
    this.wanted = wanted;
    this.#saved = this.#saved.then(async () => {
      if (this.wanted !== wanted && this.wanted?.kind === kind) return;
      await this.save(kind, choice);
      runInAction(() => (this.wanted = this.wanted === wanted ? null : this.wanted));
    });
    await this.#saved;
  }

  private async save(kind: Kind, choice: { adapters: string[]; orEmbedded: boolean }): Promise<void> {
    try {
      const { services } = await this.http.call(
        chooseService,
        { params: { kind }, body: choice },
        { handlesErrors: true },
      );
      this.services.put(services);
      this.toasts.show({ kind: 'success', text: this.i18n.t('providers:saved'), key: 'providers.choice' });
      this.lookAtThoseInUse(services);
    } catch (error) {
      const text = `${this.i18n.t('providers:not-saved')} ${failureText(error, this.i18n.t)}`;
      this.toasts.show({ kind: 'error', text, key: 'providers.choice' });
    }
  }

  private async read(signal: AbortSignal): Promise<readonly Service[]> {
    const { services } = await this.http.call(listServices, {}, { signal, handlesErrors: true });
    this.lookAtThoseInUse(services);
    return services;
  }

  private lookAtThoseInUse(services: readonly Service[]): void {
    for (const { kind, inUse, adapters } of services) {
      const fresh = adapters.filter(
        ({ id, state }) => inUse.includes(id) && state === 'ready' && this.lookOf(kind, id) === undefined,
      );
      for (const { id } of fresh) void this.look(kind, id);
    }
  }
}
