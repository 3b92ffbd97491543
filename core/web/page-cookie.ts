const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Writes a cookie that the server reads when it renders the page. Over plain http, where cross-site cookies are not
 * possible, it is limited to this site.
 */
export function writePageCookie(
  name: string,
  value: string,
  document: Pick<Document, 'cookie'> = globalThis.document,
  protocol: string = globalThis.location.protocol,
): void {
  const site = protocol === 'https:' ? 'SameSite=None; Secure' : 'SameSite=Lax';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_SECONDS}; ${site}`;
}

/** The value of a cookie, or undefined. */
export function readPageCookie(
  name: string,
  document: Pick<Document, 'cookie'> = globalThis.document,
): string | undefined {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
