import type { fetchGuarded } from '#core/server/services/outbound/fetch-guarded.ts';

/** Where posts of a platform are: hosts without `www.`, and the paths of posts there, whose group `id` is that of the post. */
export interface ShareLinks {
  hosts: readonly string[];
  path: RegExp;
  /** Set where all posts have one path, and the query says which it is. */
  byQuery?: true;
}

/** Letters of an address at most; bytes and milliseconds of a page that is asked for. */
const [MOST, PAGE_BYTES, LIMIT] = [500, 4 * 1024 ** 2, 6_000];
/** An address within a text that is meant to be shared; what is written after it without a space ends it. */
const ADDRESS = /(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w\-./?=&%~+:;,@!$]+/gi;

/** The first address of a post in a text, with https; null when there is none. */
export function shareLinkIn(text: string, known: readonly ShareLinks[]): string | null {
  for (const [found] of text.matchAll(ADDRESS)) {
    const url = URL.parse(/^https?:/i.test(found) ? found : `https://${found}`);
    if (url === null || url.port !== '' || url.username !== '' || url.href.length > MOST) continue;
    if (matchIn(url, known) === undefined) continue;
    url.protocol = 'https:';
    return url.href;
  }
  return null;
}

function matchIn({ hostname, pathname }: URL, known: readonly ShareLinks[]): RegExpExecArray | undefined {
  const host = hostname.replace(/^www\./, '');
  for (const { hosts, path } of known) {
    const match = hosts.includes(host) ? path.exec(pathname) : null;
    if (match !== null) return match;
  }
  return undefined;
}

/** Whether the query of an address says which post it is of. */
export const isNamedByQuery = (url: URL, known: readonly ShareLinks[]): boolean =>
  matchIn(
    url,
    known.filter(({ byQuery }) => byQuery === true),
  ) !== undefined;

/** The id of the post that an address names; null for a short one, and for one of something else. */
export const postIdOf = (url: URL, known: readonly ShareLinks[]): string | null =>
  matchIn(url, known)?.groups?.['id'] ?? null;

/**
 * Asks a platform which post a link leads to: a short link by where it leads, which the platform alone knows; any other by
 * its page, which has to name the post, since many pages answer whatever is asked for.
 * @returns null when that is not told
 */
export async function findPost(
  link: string,
  { known, outside, signal }: { known: readonly ShareLinks[]; outside: typeof fetchGuarded; signal: AbortSignal },
): Promise<string | null> {
  const url = new URL(link);
  const named = postIdOf(url, known);
  const options = { maxBytes: PAGE_BYTES, timeout: LIMIT, signal };
  if (named === null) {
    const { url: end } = await outside(url, { ...options, endsAt: (at) => postIdOf(at, known) !== null });
    return postIdOf(end, known);
  }
  const { bytes } = await outside(url, options);
  return namesPost(bytes.toString(), named) ? named : null;
}

/** Whether a page calls itself that of a post. */
const namesPost = (html: string, id: string): boolean =>
  [...html.matchAll(/<(?:link|meta)\b[^>]*>/gi)].some(([tag]) => /canonical|og:url/i.test(tag) && tag.includes(id));
