import { createHash, randomBytes } from 'node:crypto';

import { and, eq, inArray, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { isUniqueViolation } from '#core/server/ground/database/sql-state.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type {
  ChannelPostState,
  ChannelProvider,
  ChannelRules,
  ChannelTokens,
} from '#core/server/services/providers/channels.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { showcasesChanged } from '#plugins/showcase/events.ts';
import { TITLE_LETTERS } from '#plugins/showcase/limits.ts';
import { addressesOf, handleFault, tidyHandle } from '../addresses.ts';
import { showcasePosts, showcaseSites, VISIBILITIES, type Site } from '../tables.ts';
import { publishPost } from './publish-post.ts';

const RULES: ChannelRules = {
  titleLetters: 100,
  textLetters: 5000,
  topics: 20,
  seconds: { least: 0.1, most: 4 * 60 * 60 },
  bytes: 4 * 1024 ** 3,
  side: null,
  ratio: null,
  left: null,
  audiences: VISIBILITIES,
  schedules: true,
  covers: 'pictures',
  hasTags: true,
  products: { as: 'link' },
};

/** What is kept from the answers until the showcase is made. */
const keptSchema = z.strictObject({ title: z.string(), handle: z.string(), account: z.uuid() });
type Kept = z.output<typeof keptSchema>;

/** The channel that needs no account anywhere: pages of this installation. */
export const showcaseChannel = (ctx: ServerContext) =>
  defineProvider({
    kind: 'channels',
    id: 'showcase.pages',
    title: 'showcase:channel.title',
    about: 'showcase:channel.about',
    embedded: true,
    open: () => openChannel(ctx),
  });

function openChannel(ctx: ServerContext): ChannelProvider {
  const { db, clock, events } = ctx;

  /** @throws ProviderFailure `unauthorised` for a showcase that is disconnected */
  async function siteOf({ access }: Pick<ChannelTokens, 'access'>): Promise<Site> {
    const [site] = await db.orm
      .select()
      .from(showcaseSites)
      .where(eq(showcaseSites.tokenHash, hashOf(access)));
    if (site === undefined) throw new ProviderFailure('unauthorised', 'the showcase is disconnected');
    return site;
  }

  return {
    platform: 'showcase',
    about: 'showcase:channel.about',
    isFree: true,
    asks: [
      { name: 'title', title: 'showcase:ask.title', kind: 'text' },
      { name: 'handle', title: 'showcase:ask.handle', kind: 'text' },
    ],

    async authorise({ answers, account }) {
      const title = (answers['title'] ?? '').trim();
      const handle = tidyHandle(answers['handle'] ?? '');
      if (title === '' || [...title].length > TITLE_LETTERS) refuse('showcase:title-form', { most: TITLE_LETTERS });
      const fault = handleFault(handle);
      if (fault !== null) refuse(fault, { handle });
      const [taken] = await db.orm.select().from(showcaseSites).where(eq(showcaseSites.handle, handle));
      if (taken !== undefined && taken.accountId !== account) refuse('showcase:handle.taken', { handle });
      const kept: Kept = { title, handle, account };
      return { url: null, keep: JSON.stringify(kept) };
    },

    async exchange(_query, { redirect, keep }) {
      const { title, handle, account } = keptSchema.parse(JSON.parse(keep ?? 'null'));
      const access = randomBytes(32).toString('base64url');
      const connected = { title, origin: originOf(redirect), tokenHash: hashOf(access) };
      const [own] = await db.scope(account).update(showcaseSites, eq(showcaseSites.handle, handle), connected);
      const site = own ?? (await create({ ...connected, handle, accountId: account }));
      await tellChange(account);
      const tokens = { access, refresh: null, expiresAt: null, refreshExpiresAt: null, scopes: [] };
      return { owner: { id: site.id, name: title, picture: null }, tokens };
    },

    async refresh(tokens) {
      await siteOf(tokens);
      return tokens;
    },

    async rules(tokens) {
      await siteOf(tokens);
      return RULES;
    },

    async profile(tokens) {
      const { id, title } = await siteOf(tokens);
      return { id, name: title, picture: null, followers: null };
    },

    publish: async (post, work) => publishPost(ctx, await siteOf(work.tokens), post, work),

    async find({ key }, { tokens }) {
      const { id } = await siteOf(tokens);
      const [found] = await db.orm
        .select({ id: showcasePosts.id })
        .from(showcasePosts)
        .where(and(eq(showcasePosts.siteId, id), eq(showcasePosts.key, key)));
      return found?.id ?? null;
    },

    async check(post, tokens): Promise<ChannelPostState> {
      const site = await siteOf(tokens);
      const [found] = z.uuid().safeParse(post).success
        ? await db.orm
            .select()
            .from(showcasePosts)
            .where(and(eq(showcasePosts.siteId, site.id), eq(showcasePosts.id, post)))
        : [];
      if (found === undefined) return { state: 'failed', reason: 'There is no such post.' };
      if (found.withdrawnAt !== null) return { state: 'failed', reason: 'The post was taken down.' };
      if (found.publishedAt > clock.now()) return { state: 'working' };
      const { post: address } = addressesOf(ctx.publicUrl ?? site.origin ?? '', site.handle);
      return { state: 'published', id: found.id, link: address(found.slug) };
    },

    async figures(posts, tokens) {
      const { id } = await siteOf(tokens);
      const ids = posts.filter((post) => z.uuid().safeParse(post).success);
      if (ids.length === 0) return new Map();
      const found = await db.orm
        .select({ id: showcasePosts.id, views: showcasePosts.plays })
        .from(showcasePosts)
        .where(and(eq(showcasePosts.siteId, id), inArray(showcasePosts.id, ids), isNull(showcasePosts.withdrawnAt)));
      return new Map(found.map(({ id: post, views }) => [post, { views, likes: null, comments: null, shares: null }]));
    },

    async revoke({ access }) {
      const [left] = await db.orm
        .update(showcaseSites)
        .set({ tokenHash: null })
        .where(eq(showcaseSites.tokenHash, hashOf(access)))
        .returning();
      if (left !== undefined) await tellChange(left.accountId);
    },
  };

  async function tellChange(accountId: string): Promise<void> {
    await events.publish(db, showcasesChanged, { accountId });
  }

  async function create(values: Omit<Site, 'id' | 'about' | 'createdAt'>): Promise<Site> {
    try {
      const row = { ...values, id: uuidv7(), createdAt: clock.now() };
      const [site] = await db.orm.insert(showcaseSites).values(row).returning();
      return site as Site;
    } catch (error) {
      // Somebody else has taken it since the answers were looked at.
      if (isUniqueViolation(error)) refuse('showcase:handle.taken', { handle: values.handle });
      throw error;
    }
  }
}

/** Refuses an answer; the cause says why in words for its owner. */
function refuse(code: MessageKey, params: Record<string, string | number>): never {
  const cause = new ExpectedError(code, params, { kind: 'conflict' });
  throw new ProviderFailure('refused', cause.message, { cause });
}

/** What is kept of the secret. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Scheme and host of an address; null for one without. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}
