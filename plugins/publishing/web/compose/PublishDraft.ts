import type { Mention } from '#core/contract/post-text.ts';
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

import { MATERIALS } from '#plugins/materials/api.ts';
import { listChannels, type Channel } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import {
  MAX_MENTIONS,
  MAX_TOPICS,
  listMadeRuns,
  listPostPlaces,
  type Cover,
  type MadeRun,
  type OwnWords,
  type PlannedPost,
  type PostPlace,
  type WishedPosts,
} from '#plugins/publishing/plan-calls.ts';
import type { Product } from '#plugins/publishing/product-calls.ts';
import type { ChosenCover, CoverPicture } from './CoverDialog.tsx';
import type { ChosenOwn } from './OwnDialog.tsx';
import { TakenWorks, type Work } from './TakenWorks.ts';
import { topicsIn } from './topics-in.ts';
import { WhenChoice } from './WhenChoice.ts';

const LONGEST_NAME = 100;

type Move = WishedPosts['moves'][number];

/** Who may see a post, by the id of an account, in its platform's own words, the usual one first. */
type Audiences = Readonly<Record<string, readonly string[]>>;

/** What is to be published, where and when, as it is composed. Observable. */
export class PublishDraft {
  readonly taken: TakenWorks;
  chosen: ReadonlySet<string> = new Set();
  deal: WishedPosts['deal'] = 'once';
  /** Videos that go to another account than they were dealt out to. */
  moves: readonly Move[] = [];
  /** One a line. */
  titles = '{name}';
  texts: readonly string[] = [''];
  topics: readonly string[] = [];
  audiences: Readonly<Record<string, string>> = {};
  /** The store that posts name; null for none. */
  place: string | null = null;
  /** What posts link to; null for nothing. */
  product: Product | null = null;
  /** By platform. */
  mentions: Readonly<Record<string, readonly Mention[]>> = {};
  /** By the id of an account; absent for what all have. */
  own: Readonly<Record<string, OwnWords>> = {};
  /** By the id of a video's file; absent for the platform's own. */
  covers: Readonly<Record<string, Cover>> = {};
  /** What covers show that are pictures of the library, by their ids. */
  coverPictures: Readonly<Record<string, CoverPicture>> = {};
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
    const titles = this.titles.split('\n').map((title) => title.trim());
    return {
      what: run === null ? { materials: ids } : { runId: run.id, ...(isWhole ? {} : { items: ids }) },
      ...{ channels, deal: this.deal, moves: this.wishedMoves, perDay: this.perDay, apart: this.apart, when },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      spread: when.kind === 'now' ? 0 : (this.when.spread ?? 0),
      titles: titles.filter((title) => title !== ''),
      texts: this.texts.map((text) => text.trim()).filter((text) => text !== ''),
      topics: [...this.topics],
      audiences: Object.fromEntries(Object.entries(this.audiences).filter(([id]) => reached.has(id))),
      place: this.place,
      product: this.product?.id ?? null,
      covers: this.wishedCovers,
      mentions: Object.fromEntries(
        this.accounts.flatMap(({ id, platform }) => {
          const mentions = this.mentions[platform] ?? [];
          return mentions.length === 0 ? [] : [[id, [...mentions]]];
        }),
      ),
      own: Object.fromEntries(Object.entries(this.own).filter(([id]) => reached.has(id))),
    };
  }

  private get wishedCovers(): Record<string, Cover> {
    return Object.fromEntries(
      this.works.flatMap(({ fileId }) => {
        const cover = this.covers[fileId];
        return cover === undefined ? [] : [[fileId, cover]];
      }),
    );
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

  set(
    values: Partial<
      Pick<PublishDraft, 'deal' | 'perDay' | 'apart' | 'titles' | 'texts' | 'named' | 'place' | 'product'>
    >,
  ): void {
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
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) this.taken.tellClosed();
    const [chosen] = (await library?.pick({ kind: 'image' })) ?? [];
    if (chosen === undefined) return undefined;
    const { id, name, poster, thumbnail, url } = chosen;
    return { id, name, url: poster ?? thumbnail ?? url };
  }

  setCover(work: Work, { cover, picture, isForAll }: ChosenCover): void {
    const ids = isForAll ? this.works.map(({ fileId }) => fileId) : [work.fileId];
    const others = Object.entries(this.covers).filter(([id]) => !ids.includes(id));
    this.covers = Object.fromEntries([...others, ...(cover === null ? [] : ids.map((id) => [id, cover] as const))]);
    if (picture !== null) this.coverPictures = { ...this.coverPictures, [picture.id]: picture };
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

  setAudience(channel: string, audience: string): void {
    this.audiences = { ...this.audiences, [channel]: audience };
  }

  /** Several at once, however they were typed. */
  addTopics(text: string): void {
    this.topics = [...new Set([...this.topics, ...topicsIn(text)])].slice(0, MAX_TOPICS);
  }

  removeTopic(index: number): void {
    this.topics = this.topics.filter((_, at) => at !== index);
  }

  /** Several at once; an id stands behind a slash. */
  addMentions(platform: string, text: string, hasIds: boolean): void {
    const known = this.mentions[platform] ?? [];
    const added = text.split(/[\s，,、]+/u).flatMap((word): Mention[] => {
      const [typed = '', id = ''] = hasIds ? word.split('/') : [word];
      const name = typed.replace(/^[@＠]+/, '').slice(0, 60);
      if (name === '' || known.some((other) => other.name === name)) return [];
      return [{ name, id: id === '' ? null : id.slice(0, 100) }];
    });
    if (added.length === 0) return;
    const byName = new Map([...known, ...added].map((mention) => [mention.name, mention]));
    this.mentions = { ...this.mentions, [platform]: [...byName.values()].slice(0, MAX_MENTIONS) };
  }

  removeMention(platform: string, index: number): void {
    const mentions = (this.mentions[platform] ?? []).filter((_, at) => at !== index);
    this.mentions = { ...this.mentions, [platform]: mentions };
  }

  /** What posts on an account have of their own. */
  differences({ id }: Channel, offered: Audiences): ('titles' | 'texts' | 'topics' | 'cover' | 'audience')[] {
    const own = this.own[id] ?? {};
    const [usual] = offered[id] ?? [];
    const audience = this.audiences[id];
    const words = (['titles', 'texts', 'topics', 'cover'] as const).filter((what) => own[what] !== undefined);
    return audience === undefined || audience === usual ? words : [...words, 'audience'];
  }

  /** @param offered what accounts offer: another audience is left out */
  setOwn(channel: Channel, { own, audience, picture, isForPlatform }: ChosenOwn, offered: Audiences): void {
    const alike = this.targets.filter(({ platform }) => isForPlatform && platform === channel.platform);
    for (const { id } of [channel, ...alike]) {
      this.resetOwn(id);
      if (Object.keys(own).length > 0) this.own = { ...this.own, [id]: own };
      const isOffered = audience !== null && offered[id]?.includes(audience) === true;
      if (isOffered) this.setAudience(id, audience);
    }
    if (picture !== null) this.coverPictures = { ...this.coverPictures, [picture.id]: picture };
  }

  resetOwn(channel: string): void {
    const without = <T>(values: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(values).filter(([id]) => id !== channel));
    this.own = without(this.own);
    this.audiences = without(this.audiences);
  }

  /** The cover of a post: of its account, or of its video. */
  coverOf({ channelId, fileId }: Pick<PlannedPost, 'channelId' | 'fileId'>): Cover | null {
    const own = this.own[channelId]?.cover;
    return own === undefined ? (this.covers[fileId] ?? null) : own;
  }

  /** Forgets what was published; where, how and with which words is kept for the next. */
  clear(): void {
    this.taken.clear();
    this.moves = [];
    this.named = '';
  }
}
