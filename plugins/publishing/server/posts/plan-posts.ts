import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';

import type { AccountTakes, PlannedPost, WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { limitsOf } from './ask-limits.ts';
import { closePosts } from './close-posts.ts';
import { knownCopies } from './copies.ts';
import { fullDays, quotaOf } from './day-quotas.ts';
import { type DayFullness } from './day-room.ts';
import { dealWished, wishedChannels } from './deal-wished.ts';
import { elsewhereFor } from './elsewhere.ts';
import type { Misfit } from './fit.ts';
import { fitWithCopy } from './fit-copy.ts';
import { freePlatforms } from './free-platforms.ts';
import { mentionsOf, productOf, topicsOf } from './own-words.ts';
import { postedFiles, postKey } from './posted-files.ts';
import { dayIn } from './times.ts';

/** Shows what would be published, and what would not fit; nothing is written. */
export async function planPosts(ctx: ServerContext, caller: Caller, wish: WishedPosts, language: MessageLanguage) {
  const rows = await wishedChannels(ctx, caller, wish);
  const limits = await limitsOf(ctx, rows, language);
  const asked = [...limits].flatMap(([id, known]) => (typeof known === 'string' ? [] : [[id, known] as const]));
  const told = new Map(asked.map(([id, rules]) => [id, quotaOf(rules, ctx.clock.now())]));
  const accounts = rows.map((row) => ({ ...row, quota: told.get(row.id) ?? row.quota }));
  const channels = new Map(accounts.map((row) => [row.id, row]));
  const { posts, product, apart, taken, rooms } = await dealWished(ctx, caller, wish, accounts);
  const say = ({ code, params }: Misfit) => translate(language, code, params);
  const dates = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const files = posts.map(({ work }) => work.fileId);
  const own = { accountId: caller.accountId, language };
  const copies = await knownCopies(ctx, own, { files: [...new Set(files)], channels: [...channels.keys()] });
  const made = [...copies.values()].flatMap((copy) => copy.made?.fileId ?? []);
  const there = await postedFiles(ctx.db, [...channels.keys()], [...files, ...made]);
  const notes = closePosts(posts, taken, wish, say);
  const beyond: typeof posts = [];
  const planned = posts.map((post): PlannedPost => {
    const { work, channelId, at, title, text } = post;
    const rules = limits.get(channelId);
    const audience = wish.audiences[channelId] ?? null;
    const mentions = mentionsOf(wish, channelId);
    const faults: string[] = [];
    const fixes = new Set<PlannedPost['fixes'][number]>();
    let [fit, copy]: [PlannedPost['fit'], PlannedPost['copy']] = [null, null];
    const known = copies.get(postKey({ channelId, fileId: work.fileId }));
    const same = known?.made ? [work.fileId, known.made.fileId] : [work.fileId];
    if (same.some((fileId) => there.has(postKey({ channelId, fileId })))) {
      const channel = channels.get(channelId)?.name ?? '';
      faults.push(say({ code: 'publishing:already', params: { name: work.name, channel } }));
    }
    if (typeof rules === 'string' && channels.get(channelId)?.state === 'expired') fixes.add('authorise');
    if (work.isBroken) faults.push(say({ code: 'publishing:misfit.broken', params: {} }));
    if (typeof rules === 'string') faults.push(rules);
    else if (rules !== undefined) {
      const topics = topicsOf(wish, channelId);
      const linked = productOf(wish, channelId, product);
      const words = { title, text, topics, mentions, product: linked, audience };
      const fitted = fitWithCopy({ ...work, ...words }, rules, known);
      ({ fit, copy } = fitted);
      faults.push(...fitted.misfits.map(say), ...(typeof copy?.error === 'string' ? [copy.error] : []));
      for (const { code } of fitted.misfits) fixes.add(fixOf(code));
    }
    const room = rooms.get(channelId);
    room?.add(at);
    const day = room?.dayOf(at) ?? dayIn(wish.zone)(at);
    const fullness = room?.at(at) ?? null;
    if (fullness !== null && fullness.planned > fullness.most) {
      faults.push(say(beyondOf(fullness, dates.format(new Date(day)))));
      fixes.add('day');
      beyond.push(post);
    }
    return {
      fileId: work.fileId,
      name: work.name,
      channelId,
      at: at.toISOString(),
      day,
      title,
      text,
      faults,
      ...{ fit, copy },
      fixes: [...fixes],
      elsewhere: null,
      notes: notes.get(post) ?? [],
    };
  });
  const { accountId } = caller;
  const elsewhere = await elsewhereFor(ctx, { accountId, wish, channels: accounts, posts, beyond });
  for (const [at, post] of posts.entries()) {
    const other = elsewhere.get(post);
    const one = planned[at];
    if (one !== undefined && other !== undefined) one.elsewhere = { channelId: other.id, channel: other.name };
  }
  const { available } = await ctx.ledger.balance(ctx.db, caller.accountId, 'publishes');
  const free = await freePlatforms(ctx);
  const paid = posts.filter(({ channelId }) => !free.has(channels.get(channelId)?.platform ?? ''));
  const touched = new Set(planned.map(({ channelId, day }) => `${channelId} ${day}`));
  const quotas = accounts.flatMap((row) => {
    const room = rooms.get(row.id);
    const full = room === undefined ? [] : fullDays(row, row.slots?.zone ?? wish.zone, room);
    return full.filter(({ day }) => touched.has(`${row.id} ${day}`));
  });
  return {
    posts: planned,
    quotas,
    cost: paid.length,
    available,
    apart,
    gone:
      'materials' in wish.what
        ? new Set(wish.what.materials).size - new Set(posts.map(({ work }) => work.fileId)).size
        : 0,
    audiences: Object.fromEntries(asked.map(([id, known]) => [id, [...known.audiences]])),
    takes: Object.fromEntries(asked.map(([id, known]) => [id, takesOf(known)])),
  };
}

/** Why a post is one too many for its day. @param day as its owner writes it */
function beyondOf({ planned, most, counts }: DayFullness, day: string): Misfit {
  if (counts === 'left') return { code: 'publishing:misfit.day', params: { left: most } };
  if (counts === 'hours') return { code: 'publishing:misfit.hours', params: { most, number: planned } };
  return { code: 'publishing:misfit.day-full', params: { day, most, number: planned } };
}

function takesOf(rules: ChannelRules): AccountTakes {
  const {
    covers = null,
    counts = { by: 'utf16' },
    hasTags = false,
    isDraft = false,
    mentions,
    titleLetters,
    textLetters,
  } = rules;
  const mentioned = mentions === undefined ? null : { hasIds: false, ...mentions };
  const products = rules.products?.as ?? null;
  return { covers, titleLetters, textLetters, counts, hasTags, isDraft, products, mentions: mentioned };
}

/** What of a post has to change for it to fit. */
function fixOf(code: string): PlannedPost['fixes'][number] {
  if (/title|text|topics|mention/.test(code)) return 'words';
  if (code.endsWith('.product')) return 'product';
  return code.endsWith('audience') ? 'audience' : 'video';
}
