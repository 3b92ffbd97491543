import { z } from 'zod';

import type { ChannelHandover, ChannelTokens } from '#core/server/services/providers/channels.ts';
import type { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { PhonePlatform } from './phone-platforms.ts';
import { findPost, isNamedByQuery, postIdOf, shareLinkIn } from './share-links.ts';

const NAME_LETTERS = 60;
/** Nothing to post: to make a link for it takes what a link takes that somebody opens. */
const PROBE = { title: '', topics: [], video: 'https://reelport.example/probe.mp4' };

/** Where people post by hand. */
export const PHONE = z.object({
  asksLinks: z
    .boolean()
    .default(true)
    .meta({ title: 'channels:phone.asks-links', description: 'channels:phone.asks-links-about' }),
});

/**
 * Accounts that are known by name alone: people post there by hand.
 * @param outside asks the platform which posts links lead to; null for not asking
 */
export function createPhoneChannel(
  { id, links, hasLinks, rules }: PhonePlatform,
  appLink: ChannelHandover['appLink'] = null,
  outside: typeof fetchGuarded | null = null,
): Opened<'channels'> {
  const ownerOf = (name: string) => ({ id: name.toLowerCase(), name, picture: null });
  const byHand = async (): Promise<never> => {
    throw new ProviderFailure('configuration', `posts at ${id} are made by hand`);
  };
  return {
    platform: id,
    about: 'channels:phone.connect',
    handover: {
      ...{ name: `channels:phone.${id}`, hasLinks, appLink },
      linkIn: (pasted) => shareLinkIn(pasted, links),
      postIdIn: (link) => postIdOf(new URL(link), links),
      isNamedByQuery: (link) => isNamedByQuery(new URL(link), links),
      ...(outside === null
        ? {}
        : { findPost: (link: string, signal: AbortSignal) => findPost(link, { known: links, outside, signal }) }),
    },
    ...(appLink === null ? {} : { probe: async () => void (await appLink(PROBE)) }),
    asks: [{ name: 'name', title: 'channels:phone.account', kind: 'text' }],

    async authorise({ answers }) {
      const name = (answers['name'] ?? '').replaceAll(/\s+/g, ' ').trim();
      if (name === '' || name.length > NAME_LETTERS) {
        throw new ProviderFailure('refused', `a name has at most ${NAME_LETTERS} letters`);
      }
      return { url: null, keep: name };
    },
    async exchange(_query, { keep }) {
      const name = keep ?? '';
      const tokens: ChannelTokens = {
        access: name,
        refresh: null,
        expiresAt: null,
        refreshExpiresAt: null,
        scopes: [],
      };
      return { owner: ownerOf(name), tokens };
    },
    refresh: async (tokens) => tokens,
    profile: async ({ access }) => ({ ...ownerOf(access), followers: null }),
    rules: async () => ({
      ...{ ...rules, side: null, ratio: null, left: null, audiences: ['public'], schedules: false },
      ...{ covers: 'pictures', products: { as: 'item', pattern: '' } },
      // Whoever posts it chooses them in the app.
      mentions: { pattern: '[^\\s@#]{1,30}', example: '港口茶铺', most: null },
    }),
    publish: byHand,
    check: byHand,
  };
}
