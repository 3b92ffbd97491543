import type { ChannelProvider, ChannelTokens } from '#core/server/services/providers/channels.ts';

/** What an attempt works with; nothing of it is kept. */
export function workOf(tokens: ChannelTokens, events: { commit?: () => Promise<void> } = {}) {
  return {
    tokens,
    saved: null,
    save: async () => undefined,
    commit: events.commit ?? (async () => undefined),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  } satisfies Parameters<ChannelProvider['publish']>[1];
}
