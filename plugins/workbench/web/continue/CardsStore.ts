import { observable } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import type { SlotItem } from '#core/web/kernel/slots.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Scope } from '#core/web/scope.ts';

import type { WorkbenchCard, WorkbenchCards } from '#plugins/workbench/api.ts';
import { keepPictures, type ShownPicture } from './keep-pictures.ts';

/** A card and whose it is. */
export interface ShownCard extends WorkbenchCard {
  plugin: string;
  /** Unlike any other card's. */
  key: string;
}

/** Where a plugin's cards come from, and how that went. */
export interface CardSource {
  key: string;
  plugin: string;
  live: LiveValue<readonly ShownCard[]>;
}

/** Most cards that are shown. */
const MAX = 8;

/** The account's latest work, across all plugins that provide it. */
export class CardsStore {
  private readonly sourcesByKey = observable.map<string, CardSource & { scope: Scope }>({}, { deep: false });
  /** Whether every plugin that has cards has said so. */
  private isWhole = false;
  private readonly pictures = new Map<string, ShownPicture>();

  constructor(
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  get sources(): readonly CardSource[] {
    return [...this.sourcesByKey.values()];
  }

  /** The last changed first. */
  get cards(): readonly ShownCard[] {
    return this.all.slice(0, MAX);
  }

  get isRead(): boolean {
    return this.isWhole && this.sources.every(({ live }) => live.value !== null || live.failure !== null);
  }

  /** Whether there is certainly nothing. */
  get isEmpty(): boolean {
    return this.isRead && this.all.length === 0 && this.sources.every(({ live }) => live.failure === null);
  }

  /** The card of what tasks work for. */
  ofSubject(subjectId: string | null): ShownCard | undefined {
    return subjectId === null ? undefined : this.all.find((card) => card.subjectId === subjectId);
  }

  /**
   * Reads the cards of exactly these plugins, and goes on reading them when something happens.
   * @param isWhole whether no further plugin is expected
   */
  show(items: ReadonlyArray<SlotItem<WorkbenchCards>>, isWhole: boolean): void {
    this.isWhole = isWhole;
    const wanted = new Set(items.map(({ key }) => key));
    for (const key of [...this.sourcesByKey.keys()]) if (!wanted.has(key)) this.forget(key);
    for (const item of items) if (!this.sourcesByKey.has(item.key)) this.add(item);
  }

  /** Lets go of all of them: the page is left. */
  hide(): void {
    for (const key of [...this.sourcesByKey.keys()]) this.forget(key);
  }

  private get all(): readonly ShownCard[] {
    return this.sources
      .flatMap(({ live }) => live.value ?? [])
      .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || a.key.localeCompare(b.key));
  }

  private add({ key, context, item }: SlotItem<WorkbenchCards>): void {
    const read = async (signal: AbortSignal): Promise<readonly ShownCard[]> => {
      const cards = (await item.load(signal)).map((card) => ({
        ...checkedCard(card),
        plugin: context.id,
        key: `${context.id} ${card.id}`,
      }));
      return keepPictures(this.pictures, cards);
    };
    const scope = this.context.scope.child(`cards of ${context.id}`);
    const live = new LiveValue(scope, read, {
      events: this.events,
      follows: item.events.map((event) => eventTrigger(event)),
      // Some of what cards say is written by the server.
      watch: () => this.i18n.language,
    });
    this.sourcesByKey.set(key, { key, plugin: context.id, live, scope });
    live.follow();
  }

  private forget(key: string): void {
    void this.sourcesByKey.get(key)?.scope.dispose();
    this.sourcesByKey.delete(key);
  }
}

/** Cards come from any plugin: an invalid one is reported as that plugin's fault. @throws TypeError */
function checkedCard(card: WorkbenchCard): WorkbenchCard {
  const { id, title, state, picture, to, changedAt, subjectId = '' } = card;
  const words: unknown[] = [id, title, to ?? '', changedAt, subjectId, state.tone, state.text, picture?.url ?? ''];
  if (words.every((word) => typeof word === 'string') && !Number.isNaN(Date.parse(changedAt))) return card;
  throw new TypeError(`the card "${String(id)}" is not what the workbench can draw`);
}
