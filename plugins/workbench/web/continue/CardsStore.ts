import { makeAutoObservable, observable, reaction } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import type { SlotItem } from '#core/web/kernel/slots.ts';
import { Reading } from '#core/web/reading/Reading.ts';
import type { Undo } from '#core/web/scope.ts';

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
  reading: Reading<readonly ShownCard[]>;
}

/** Most cards that are shown. */
const MOST = 8;
const PAUSE_MILLISECONDS = 1000;

/** What the account worked on last, over all plugins that tell. */
export class CardsStore {
  private readonly sourcesByKey = observable.map<string, CardSource & { stop: Undo }>({}, { deep: false });
  /** Whether every plugin that has cards has said so. */
  private isWhole = false;
  private readonly pictures = new Map<string, ShownPicture>();

  constructor(
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    makeAutoObservable<this, 'events' | 'i18n' | 'pictures' | 'sourcesByKey'>(
      this,
      { events: false, i18n: false, pictures: false, sourcesByKey: false },
      { autoBind: true },
    );
  }

  get sources(): readonly CardSource[] {
    return [...this.sourcesByKey.values()];
  }

  /** The last changed first. */
  get cards(): readonly ShownCard[] {
    return this.all.slice(0, MOST);
  }

  get isRead(): boolean {
    return this.isWhole && this.sources.every(({ reading }) => reading.value !== null || reading.failure !== null);
  }

  /** Whether there is certainly nothing. */
  get isEmpty(): boolean {
    return this.isRead && this.all.length === 0 && this.sources.every(({ reading }) => reading.failure === null);
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

  /** Stops reading; what was read stays. */
  hide(): void {
    for (const { stop } of this.sourcesByKey.values()) void stop();
    this.sourcesByKey.clear();
  }

  dispose(): void {
    this.hide();
  }

  private get all(): readonly ShownCard[] {
    return this.sources
      .flatMap(({ reading }) => reading.value ?? [])
      .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt) || a.key.localeCompare(b.key));
  }

  private add({ key, context, item }: SlotItem<WorkbenchCards>): void {
    const reading = new Reading(async (signal) => {
      const cards = (await item.load(signal)).map((card) => ({
        ...checkedCard(card),
        plugin: context.id,
        key: `${context.id} ${card.id}`,
      }));
      return keepPictures(this.pictures, cards);
    });
    const soon = (): void => reading.loadWithin(PAUSE_MILLISECONDS);
    const undos = [
      ...item.events.map((event) => this.events.on(event, soon, soon)),
      // Some of what cards say is written by the server.
      reaction(() => this.i18n.language, soon),
      () => reading.stop(),
    ];
    const stop = (): void => {
      for (const undo of undos) void undo();
    };
    this.sourcesByKey.set(key, { key, plugin: context.id, reading, stop });
    void reading.load();
  }

  private forget(key: string): void {
    void this.sourcesByKey.get(key)?.stop();
    this.sourcesByKey.delete(key);
  }
}

/** Cards come from anybody: one that cannot be drawn is told as theirs. @throws TypeError */
function checkedCard(card: WorkbenchCard): WorkbenchCard {
  const { id, title, state, picture, to, changedAt, subjectId = '' } = card;
  const words: unknown[] = [id, title, to ?? '', changedAt, subjectId, state.tone, state.text, picture?.url ?? ''];
  if (words.every((word) => typeof word === 'string') && !Number.isNaN(Date.parse(changedAt))) return card;
  throw new TypeError(`the card "${String(id)}" is not what the workbench can draw`);
}
