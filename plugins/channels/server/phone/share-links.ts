/** Where posts of a platform are: hosts without `www.`, and the paths of posts there. */
export interface ShareLinks {
  hosts: readonly string[];
  path: RegExp;
}

/** Letters of an address at most. */
const MOST = 500;
/** An address within a text that is meant to be shared; what is written after it without a space ends it. */
const ADDRESS = /(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w\-./?=&%~+:;,@!$]+/gi;

/** The first address of a post in a text, with https; null when there is none. */
export function shareLinkIn(text: string, known: readonly ShareLinks[]): string | null {
  for (const [found] of text.matchAll(ADDRESS)) {
    const url = URL.parse(/^https?:/i.test(found) ? found : `https://${found}`);
    if (url === null || url.port !== '' || url.username !== '' || url.href.length > MOST) continue;
    const host = url.hostname.replace(/^www\./, '');
    if (!known.some(({ hosts, path }) => hosts.includes(host) && path.test(url.pathname))) continue;
    url.protocol = 'https:';
    return url.href;
  }
  return null;
}
