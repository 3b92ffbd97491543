import { FEATURES } from '#core/contract/tiers.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { titleOf } from '#core/web/tools/BatchDraft.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { listChannels, type Channel } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import {
  listMadeRuns,
  listPostPlaces,
  type Cover,
  type MadeRun,
  type PlannedPost,
  type PostPlace,
  type WishedPosts,
} from '#plugins/publishing/plan-calls.ts';
import type { Product } from '#plugins/publishing/product-calls.ts';
import type { ChosenCover, CoverPicture } from './CoverDialog.tsx';
import { DraftCovers } from './DraftCovers.ts';
import { DraftWords } from './DraftWords.ts';
import { OwnDraft, type Audiences, type ChosenOwn } from './OwnDraft.ts';
import { TakenWorks, type Work } from './TakenWorks.ts';
import { WhenChoice } from './WhenChoice.ts';

const LONGEST_NAME = 100;

type Move = WishedPosts['moves'][number];

/** What is to be published, where and when, as it is composed. Observable. */
export class PublishDraft {
  readonly taken: TakenWorks;
  readonly words = new DraftWords();
  readonly covers: DraftCovers;
  readonly own = new OwnDraft();
  chosen: ReadonlySet<string> = new Set();
  deal: WishedPosts['deal'] = 'once';
  /** Videos that go to another account than they were dealt out to. */
  moves: readonly Move[] = [];
  /** The store that posts name; null for none. */
  place: string | null = null;
  /** What posts link to; null for nothing. */
  product: Product | null = null;
  /** Posts of an account on one day at most; null for any. */
  perDay: number | null = null;
  /** Whether accounts of one group share as little footage as possible. */
  apart = true;
  /** What the task is called; empty for what the videos are called. */
  named = '';
  readonly when = new WhenChoice();
  readonly channels: LiveValue<readonly Channel[]>;
  readonly places: LiveValue<readonly PostPlace[]>;
  /** The latest runs that have made videos. */
  readonly runs: LiveValue<readonly MadeRun[]>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) toasts: Toasts,
    @inject(FEATURE_GATE) private readonly gate: FeatureGate,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { scope } = context;
    this.taken = new TakenWorks(http, toasts, context);
    this.covers = new DraftCovers(context);
    this.channels = new LiveValue<readonly Channel[]>(
      scope,
      async (signal) => (await http.call(listChannels, {}, { signal, handlesErrors: true })).channels,
      { events, follows: [eventTrigger(channelsChanged)] },
    );
    this.places = new LiveValue<readonly PostPlace[]>(
      scope,
      async (signal) => (await http.call(listPostPlaces, {}, { signal, handlesErrors: true })).places,
    );
    this.runs = new LiveValue<readonly MadeRun[]>(
      scope,
      async (signal) => (await http.call(listMadeRuns, {}, { signal, handlesErrors: true })).runs,
    );
    observableStore(this);
  }

  get works(): readonly Work[] {
    return this.taken.works;
  }

  /** Accounts that are chosen and can be published to. */
  get targets(): Channel[] {
    return (this.channels.value ?? []).filter(({ id, state }) => state === 'normal' && this.chosen.has(id));
  }

  /** The moves whose video and account are still chosen. */
  private get wishedMoves(): Move[] {
    const files = new Set(this.works.map(({ fileId }) => fileId));
    const targets = new Set(this.targets.map(({ id }) => id));
    return this.moves.filter(({ fileId, from }) => files.has(fileId) && targets.has(from));
  }

  /** Accounts that posts go to: those that are chosen, and those that some were moved to. */
  get accounts(): Channel[] {
    const moved = new Set(this.wishedMoves.map(({ to }) => to));
    const { targets } = this;
    const others = (this.channels.value ?? []).filter((channel) => moved.has(channel.id) && !targets.includes(channel));
    return [...targets, ...others];
  }

  get name(): string {
    const first = titleOf(this.works[0]?.name ?? '', LONGEST_NAME);
    const { length } = this.works;
    const usual =
      this.taken.run?.name ??
      (length < 2 ? first : this.context.t('shell:tools.run-name', { name: titleOf(first), count: length }));
    return (this.named.trim() === '' ? usual : this.named.trim()).slice(0, LONGEST_NAME);
  }

  /** As a call takes it; null while something is missing. */
  get wish(): WishedPosts | null {
    const { when } = this.when;
    const { run } = this.taken;
    const channels = this.targets.map(({ id }) => id);
    const reached = new Set(this.accounts.map(({ id }) => id));
    const ids = this.works.map(({ id }) => id);
    if (when === null || channels.length === 0 || ids.length === 0) return null;
    const isWhole = run?.items === ids.length;
    return {
      what: run === null ? { materials: ids } : { runId: run.id, ...(isWhole ? {} : { items: ids }) },
      ...{ channels, deal: this.deal, moves: this.wishedMoves, perDay: this.perDay, apart: this.apart, when },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      spread: when.kind === 'now' ? 0 : (this.when.spread ?? 0),
      ...this.words.wishedFor(this.accounts),
      ...this.own.wishedFor(reached),
      place: this.place,
      product: this.product?.id ?? null,
      covers: this.covers.wishedFor(this.works),
    };
  }

  /** Whether there is something to plan. */
  get isPlanned(): boolean {
    return this.wish !== null;
  }

  /** Whether posts have times of their own. */
  get isTimed(): boolean {
    return this.when.kind !== 'now' || this.perDay !== null;
  }

  /** Whether the membership does not include what is wished for: several posts, or later ones. */
  get isLocked(): boolean {
    const count = this.works.length * (this.deal === 'all' ? this.targets.length : 1);
    const isBatch = count > 1 || this.isTimed;
    return this.isPlanned && isBatch && !this.gate.allows(FEATURES.batchPublishing);
  }

  offerUpgrade(): void {
    this.gate.offerUpgrade(FEATURES.batchPublishing);
  }

  set(values: Partial<Pick<PublishDraft, 'deal' | 'perDay' | 'apart' | 'named' | 'place' | 'product'>>): void {
    Object.assign(this, values);
  }

  /** Has posts that are too many for their day go out on the accounts that have room for them. */
  moveElsewhere(posts: readonly PlannedPost[]): void {
    const moves = new Map(this.wishedMoves.map((move) => [`${move.to} ${move.fileId}`, move]));
    for (const { fileId, channelId, elsewhere } of posts) {
      if (elsewhere === null) continue;
      // One that was moved already still comes from where it was dealt out to.
      const { from } = moves.get(`${channelId} ${fileId}`) ?? { from: channelId };
      moves.delete(`${channelId} ${fileId}`);
      moves.set(`${elsewhere.channelId} ${fileId}`, { fileId, from, to: elsewhere.channelId });
    }
    this.moves = [...moves.values()];
  }

  /** Lets all posts go out on the accounts that they were dealt out to. */
  takeMovesBack(): void {
    this.moves = [];
  }

  /** How many posts go out on another account than they were dealt out to. */
  get moved(): number {
    return this.wishedMoves.length;
  }

  /** Asks for a picture of the library, where one can be uploaded as well. */
  async choosePicture(): Promise<CoverPicture | undefined> {
    if (!this.taken.hasLibrary) this.taken.tellClosed();
    return await this.covers.choosePicture();
  }

  setCover(work: Work, chosen: ChosenCover): void {
    this.covers.set(chosen.isForAll ? this.works.map(({ fileId }) => fileId) : [work.fileId], chosen);
  }

  choosePlaces(ids: readonly string[], isChosen: boolean): void {
    const others = [...this.chosen].filter((id) => !ids.includes(id));
    this.chosen = new Set(isChosen ? [...others, ...ids] : others);
  }

  /** Connects an account, which is then chosen. */
  async connect(): Promise<void> {
    const channel = await this.dialogs.open<Channel>('publishing/connect', { adapter: null });
    if (channel === undefined) return;
    this.choosePlaces([channel.id], true);
    await this.channels.load();
  }

  /** Has posts on an account link to no product; where it is the only one, that is all of them. */
  leaveProductOut(channel: string): void {
    if (this.targets.length < 2) this.product = null;
    else this.own.leaveProductOut(channel);
  }

  /** @param offered what accounts offer: another audience is left out */
  setOwn(channel: Channel, chosen: ChosenOwn, offered: Audiences): void {
    const { isForPlatform, picture } = chosen;
    const alike = this.targets.filter(({ platform }) => isForPlatform && platform === channel.platform);
    this.own.set([...new Set([channel.id, ...alike.map(({ id }) => id)])], chosen, offered);
    if (picture !== null) this.covers.keepPicture(picture);
  }

  /** The cover of a post: of its account, or of its video. */
  coverOf({ channelId, fileId }: Pick<PlannedPost, 'channelId' | 'fileId'>): Cover | null {
    const own = this.own.words[channelId]?.cover;
    return own === undefined ? (this.covers.chosen[fileId] ?? null) : own;
  }

  /** Forgets what was published; where, how and with which words is kept for the next. */
  clear(): void {
    this.taken.clear();
    this.moves = [];
    this.named = '';
  }
}
