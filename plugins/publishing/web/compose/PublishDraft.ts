import { reaction, runInAction } from 'mobx';

import type { Mention } from '#core/contract/post-text.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { listToolItems, readToolRun, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { titleOf } from '#core/web/tools/BatchDraft.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';
import { listChannels, type Channel } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import {
  MAX_MENTIONS,
  MAX_POSTS,
  MAX_TOPICS,
  listMadeRuns,
  listPostPlaces,
  planPosts,
  publishPosts,
  type AccountTakes,
  type Cover,
  type MadeRun,
  type OwnWords,
  type PlannedPost,
  type PostPlace,
  type WishedPosts,
} from '#plugins/publishing/post-calls.ts';
import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import type { Product } from '#plugins/publishing/product-calls.ts';
import { AT } from '../links/addresses.ts';
import type { ChosenCover, CoverPicture } from './CoverDialog.tsx';
import type { ChosenOwn } from './OwnDialog.tsx';
import { topicsIn } from './topics-in.ts';
import { WhenChoice } from './WhenChoice.ts';

/** Milliseconds without a change after which the plan is asked for. */
const PLAN_AFTER = 400;
/** Items of one call. */
const PAGE = 200;
const LONGEST_NAME = 100;

/** A video that is to be published: a material, or what an item of a run came to. */
export interface Work {
  id: string;
  fileId: string;
  name: string;
  picture: string | null;
  /** Where it is played; null while it cannot be. */
  url: string | null;
}

/** What would be published. */
export interface Plan {
  posts: readonly PlannedPost[];
  cost: number;
  available: number;
  audiences: Readonly<Record<string, readonly string[]>>;
  takes: Readonly<Record<string, AccountTakes>>;
  /** Days on which accounts can take few more posts, or none, or have too many. */
  quotas: readonly DayQuota[];
  /** What two accounts of a group have in common at most. */
  apart: readonly GroupReached[];
  /** Videos that the library has no more. */
  gone: number;
}

export interface GroupReached {
  group: string | null;
  accounts: number;
  most: number | null;
  unknown: number;
}

const NOTHING: Plan = { posts: [], cost: 0, available: 0, audiences: {}, takes: {}, quotas: [], apart: [], gone: 0 };

/** What is to be published, where and when, as it is composed. Observable. */
export class PublishDraft {
  works: readonly Work[] = [];
  /** The run that made them; null for materials. */
  run: { id: string; name: string; items: number } | null = null;
  /** Why a run could not be read; null when it could. */
  unread: { error: unknown } | null = null;
  chosen: ReadonlySet<string> = new Set();
  deal: WishedPosts['deal'] = 'once';
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
  isPublishing = false;
  readonly when = new WhenChoice();
  readonly channels: LiveValue<readonly Channel[]>;
  readonly places: LiveValue<readonly PostPlace[]>;
  readonly plan: LiveValue<Plan>;
  /** The latest runs that have made videos. */
  readonly runs: LiveValue<readonly MadeRun[]>;
  /** The attempt under the same key, so that one whose answer is lost makes no second task. */
  #attempt = { body: '', key: '' };

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(ROUTER) private readonly router: Router,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(FEATURE_GATE) private readonly gate: FeatureGate,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { scope } = context;
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
    this.plan = new LiveValue<Plan>(scope, async (signal) => {
      const { wish } = this;
      if (wish === null) return NOTHING;
      return await http.call(planPosts, { body: wish }, { signal, handlesErrors: true });
    });
    observableStore(this);
    scope.own(
      reaction(
        () => JSON.stringify(this.wish),
        () => this.plan.restart(PLAN_AFTER),
      ),
    );
  }

  /** Accounts that are chosen and can be published to. */
  get targets(): Channel[] {
    return (this.channels.value ?? []).filter(({ id, state }) => state === 'normal' && this.chosen.has(id));
  }

  get name(): string {
    const first = titleOf(this.works[0]?.name ?? '', LONGEST_NAME);
    const { length } = this.works;
    const usual =
      this.run?.name ??
      (length < 2 ? first : this.context.t('shell:tools.run-name', { name: titleOf(first), count: length }));
    return (this.named.trim() === '' ? usual : this.named.trim()).slice(0, LONGEST_NAME);
  }

  /** As a call takes it; null while something is missing. */
  get wish(): WishedPosts | null {
    const { when } = this.when;
    const channels = this.targets.map(({ id }) => id);
    const ids = this.works.map(({ id }) => id);
    if (when === null || channels.length === 0 || ids.length === 0) return null;
    const isWhole = this.run?.items === ids.length;
    const titles = this.titles.split('\n').map((title) => title.trim());
    return {
      what: this.run === null ? { materials: ids } : { runId: this.run.id, ...(isWhole ? {} : { items: ids }) },
      ...{ channels, deal: this.deal, perDay: this.perDay, apart: this.apart, when },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      spread: when.kind === 'now' ? 0 : (this.when.spread ?? 0),
      titles: titles.filter((title) => title !== ''),
      texts: this.texts.map((text) => text.trim()).filter((text) => text !== ''),
      topics: [...this.topics],
      audiences: Object.fromEntries(Object.entries(this.audiences).filter(([id]) => channels.includes(id))),
      place: this.place,
      product: this.product?.id ?? null,
      covers: this.wishedCovers,
      mentions: Object.fromEntries(
        this.targets.flatMap(({ id, platform }) => {
          const mentions = this.mentions[platform] ?? [];
          return mentions.length === 0 ? [] : [[id, [...mentions]]];
        }),
      ),
      own: Object.fromEntries(Object.entries(this.own).filter(([id]) => channels.includes(id))),
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

  /** Posts that would not go out, or may not. */
  get faulty(): readonly PlannedPost[] {
    return (this.plan.value?.posts ?? []).filter(({ faults }) => faults.length > 0);
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

  /** Adds materials behind the others; a run that was shown makes room for them. */
  addMaterials(materials: readonly Material[]): void {
    const before = this.run === null ? this.works : [];
    const known = new Set(before.map(({ id }) => id));
    const added = materials.filter(({ id, kind }) => kind === 'video' && !known.has(id)).map(workOfMaterial);
    this.run = null;
    this.unread = null;
    this.works = [...before, ...added].slice(0, MAX_POSTS);
  }

  /** Asks for videos of the library. */
  async choose(): Promise<void> {
    const library = this.context.tryGet(MATERIALS);
    const chosen = await library?.pick({ kind: 'video', multiple: true });
    if (library === undefined) this.tellClosed();
    if (chosen !== undefined) this.addMaterials(chosen);
  }

  /** Adds materials by id; those that are not found are left out. */
  async takeMaterials(ids: readonly string[]): Promise<void> {
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) return this.tellClosed();
    const found = await library.find(ids);
    this.addMaterials(ids.flatMap((id) => found.get(id) ?? []));
  }

  /** Takes what a run has made. @param items ids of items; null for all that are finished */
  async takeRun(id: string, items: readonly string[] | null = null): Promise<void> {
    this.unread = null;
    try {
      const [run, made] = await Promise.all([
        this.http.call(readToolRun, { params: { id } }, { handlesErrors: true }),
        this.readItems(id),
      ]);
      runInAction(() => {
        this.run = { id, name: run.name, items: made.length };
        this.works = made.filter((work) => items?.includes(work.id) ?? true).slice(0, MAX_POSTS);
      });
    } catch (error) {
      runInAction(() => (this.unread = { error }));
    }
  }

  /** A video of the library. */
  async materialOf(id: string): Promise<Material[]> {
    const found = (await this.context.tryGet(MATERIALS)?.find([id]))?.get(id);
    return found === undefined ? [] : [found];
  }

  /** Has no account post more on a day than it may, so that the others wait for the days after. */
  async waitForRoom(channelId: string): Promise<void> {
    const posts = this.plan.value?.posts ?? [];
    const fitting = posts.filter((post) => post.channelId === channelId && !post.fixes.includes('day'));
    const days = Map.groupBy(fitting, ({ day }) => day);
    const most = Math.max(0, ...[...days.values()].map((list) => list.length));
    this.set({ perDay: Math.min(24, Math.max(1, most)) });
  }

  removeWork(id: string): void {
    this.works = this.works.filter((work) => work.id !== id);
  }

  clearWorks(): void {
    this.works = [];
    this.run = null;
  }

  /** Asks for a picture of the library, where one can be uploaded as well. */
  async choosePicture(): Promise<CoverPicture | undefined> {
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) this.tellClosed();
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
  differences({ id }: Channel): ('titles' | 'texts' | 'topics' | 'cover' | 'audience')[] {
    const own = this.own[id] ?? {};
    const [usual] = this.plan.value?.audiences[id] ?? [];
    const audience = this.audiences[id];
    const words = (['titles', 'texts', 'topics', 'cover'] as const).filter((what) => own[what] !== undefined);
    return audience === undefined || audience === usual ? words : [...words, 'audience'];
  }

  setOwn(channel: Channel, { own, audience, picture, isForPlatform }: ChosenOwn): void {
    const alike = this.targets.filter(({ platform }) => isForPlatform && platform === channel.platform);
    for (const { id } of [channel, ...alike]) {
      this.resetOwn(id);
      if (Object.keys(own).length > 0) this.own = { ...this.own, [id]: own };
      const isOffered = audience !== null && this.plan.value?.audiences[id]?.includes(audience) === true;
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

  /** Plans the posts for good, and goes to their task. Failures are shown by the error catalogue. */
  async publish(): Promise<void> {
    const { wish, name, faulty } = this;
    if (wish === null || this.isPublishing) return;
    if (this.isLocked) return this.offerUpgrade();
    if (faulty.length > 0) {
      const isAgreed = await this.dialogs.confirm({
        title: 'publishing:compose.faulty-title',
        text: 'publishing:compose.faulty-text',
        params: { count: faulty.length, fault: faulty[0]?.faults[0] ?? '' },
        confirm: 'publishing:compose.faulty-confirm',
        cancel: 'publishing:compose.faulty-back',
      });
      if (!isAgreed) return;
    }
    const isByHand = this.targets.some((channel) => channel.isByHand);
    const body = JSON.stringify([wish, name]);
    if (this.#attempt.body !== body) this.#attempt = { body, key: randomUuid() };
    this.isPublishing = true;
    try {
      const task = await this.http.call(publishPosts, { body: { ...wish, name, key: this.#attempt.key } });
      this.clearWorks();
      this.set({ named: '' });
      this.toasts.show({
        kind: 'success',
        text: () =>
          this.context.t(isByHand ? 'publishing:compose.done-by-hand' : 'publishing:compose.done', {
            count: task.posts,
          }),
      });
      await this.router.go(AT.task(task.id));
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('posts were not planned', error);
    } finally {
      runInAction(() => (this.isPublishing = false));
    }
  }

  private tellClosed(): void {
    this.toasts.show({ kind: 'warning', text: () => this.context.t('shell:tools.library-closed') });
  }

  private async readItems(id: string): Promise<Work[]> {
    const works: Work[] = [];
    for (let cursor: string | undefined; ;) {
      const args = { params: { id }, query: { limit: PAGE, cursor } };
      const page = await this.http.call(listToolItems, args, { handlesErrors: true });
      works.push(...page.items.flatMap(workOfItem));
      if (page.nextCursor === null) return works;
      cursor = page.nextCursor;
    }
  }
}

function workOfMaterial({ id, name, thumbnail, poster, url }: Material): Work {
  return { id, fileId: id, name, picture: thumbnail ?? poster, url };
}

/** The first file of an item is what it made. */
function workOfItem({ id, name, files: [file], poster }: ToolItem): Work[] {
  const isVideo = file?.type.startsWith('video/') === true;
  return isVideo ? [{ id, fileId: file.id, name, picture: poster, url: file.url }] : [];
}
