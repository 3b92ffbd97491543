import type { ChannelPost, ChannelTokens } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { Opened, ServiceAccess } from '#core/server/services/providers/provider-adapter.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { ChannelServices } from '#plugins/channels/server/ask-platform.ts';
import type { Grants } from '#tests/fixtures/channels/simulated-grants.ts';
import type { SimulatedPlatform } from '#tests/fixtures/channels/simulated-platform.ts';

/** An adapter and the simulated platform that it is held against. */
export interface ChannelCase {
  name: string;
  /** What its platform has to grant an app; absent where apps need no keys. */
  access?: ServiceAccess;
  /** Begins with no posts. */
  start(scope: TestScope, services: ChannelServices): Promise<StartedCase>;
  /** Names of the platform's steps: what takes the video, what makes the post, what tells who the account is. */
  steps: { upload: string; post: string; account: string };
  /** Whether a permission is renewed, whether that ends the token that it was renewed with, or is one that is still good. */
  renews: 'never' | 'keeps' | 'rotates' | 'while good';
  /** Whether a broken upload goes on where it ended. */
  resumes: boolean;
  audience: string;
  /** What of a post is too long, and what says how much is not. */
  tooLong: Partial<ChannelPost>;
  limit: RegExp;
  /** A file in so many parts that one of them can be lost. */
  megabytes: number;
}

export interface StartedCase {
  provider: Opened<'channels'>;
  platform: SimulatedPlatform;
  grants: Grants;
  answers: Record<string, string>;
  /** Processing and review of what was posted are over. */
  settle(): void;
  /** All posts are removed at the platform. */
  remove(): void;
}

/** What an owner comes back with after the platform's page. */
export async function agreeAt(page: string, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const url = new URL(page);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  const { headers } = await fetch(url, { redirect: 'manual' });
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
}

export const REDIRECT = 'https://quay.example/api/publishing/channels/back';

export async function connect({ provider, answers }: Pick<StartedCase, 'provider' | 'answers'>) {
  const { url, keep } = await provider.authorise({
    state: 'state-1',
    redirect: REDIRECT,
    answers,
    account: 'account-1',
  });
  const query = url === null ? {} : await agreeAt(url);
  return { ...(await provider.exchange(query, { redirect: REDIRECT, keep })), query, keep };
}

/** One attempt to publish as the workbench makes it: what it kept, and how it ended. */
export async function attempt(
  provider: Opened<'channels'>,
  post: ChannelPost,
  tokens: ChannelTokens,
  saved: string | null = null,
) {
  const kept = { saved, isCommitted: false, commits: 0, progress: 0 };
  const published = provider.publish(post, {
    ...{ tokens, saved, signal: AbortSignal.timeout(60_000) },
    async save(state) {
      kept.saved = state;
    },
    async commit(state) {
      Object.assign(kept, { saved: state, isCommitted: true, commits: kept.commits + 1 });
    },
    onProgress(done) {
      if (done < kept.progress || done > 1) throw new RangeError(`progress went from ${kept.progress} to ${done}`);
      kept.progress = done;
    },
  });
  try {
    return { ...kept, name: await published, failure: undefined, ...state() };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { name: undefined, failure: error, ...state() };
  }

  function state() {
    return kept;
  }
}
