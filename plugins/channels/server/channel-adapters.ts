import type { ServerContext } from '#core/server/plugins/context.ts';
import { pause } from '#core/server/services/media/abort-error.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';

import { createMastodon } from './mastodon/mastodon.ts';
import { MASTODON } from './mastodon/settings.ts';

/** The platforms that videos are published to. */
export function channelAdapters({ clock }: Pick<ServerContext, 'clock'>): ProviderAdapter[] {
  const services = { clock, rest: pause };
  return [
    defineProvider({
      ...{ kind: 'channels', id: 'channels.mastodon', title: 'channels:mastodon.title', settings: MASTODON },
      about: 'channels:mastodon.about',
      open: (settings) => createMastodon(settings, services),
    }),
  ];
}
