/** The addresses of a showcase and of its posts, from scheme and host on. */
export function addressesOf(origin: string, handle: string) {
  const home = `${origin}/showcase/${handle}`;
  return {
    home,
    rss: `${home}/feed.xml`,
    json: `${home}/feed.json`,
    sitemap: `${home}/sitemap.xml`,
    post: (slug: string) => `${home}/${slug}`,
    embed: (slug: string) => `${home}/${slug}/embed`,
    video: (slug: string) => `${home}/${slug}/video.mp4`,
    poster: (slug: string) => `${home}/${slug}/poster.jpg`,
    views: (slug: string) => `${home}/${slug}/views`,
    oembed: (slug: string) =>
      `${origin}/showcase/oembed?${new URLSearchParams({ url: `${home}/${slug}`, format: 'json' }).toString()}`,
  };
}
export type Addresses = ReturnType<typeof addressesOf>;

/** Scheme and host of this installation: the operator's, else those that were asked for. */
export function originOf(
  publicUrl: string | undefined,
  { protocol, host }: { protocol: string; host: string },
): string {
  return publicUrl === undefined ? `${protocol}://${host}` : new URL(publicUrl).origin;
}

/** Fewest and most letters of a handle. */
const HANDLE = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/;

/** What stands, or may once stand, at such an address; and names that would pass for the installation's own. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about account accounts admin administrator api app assets auth channels contact docs edit embed explore feed feeds ' +
    'files help home index legal list login logout manage media new news null oauth oembed official operator player ' +
    'post posts privacy reelport register root rss search security settings showcase signup sitemap static status ' +
    'support system terms test undefined user users video videos www yinggang'
  ).split(' '),
);

/** How a handle is written that somebody has typed. */
export const tidyHandle = (typed: string): string => typed.trim().toLowerCase().replace(/^@/, '');

/** Why a handle cannot be had; null for one that can. */
export function handleFault(handle: string): 'showcase:handle.form' | 'showcase:handle.reserved' | null {
  if (!HANDLE.test(handle)) return 'showcase:handle.form';
  return RESERVED.has(handle) ? 'showcase:handle.reserved' : null;
}
