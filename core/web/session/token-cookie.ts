import type { LoginToken } from '#core/contract/account-calls.ts';

/** The cookie that holds the token. */
export const TOKEN_COOKIE = 'user-token';
/** Lifetime of the cookie in seconds. */
export const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** A token as the browser stores it. */
export interface StoredToken extends LoginToken {
  /** Milliseconds since 1970. */
  expireTime: number;
  /** Whether the user logged in through a partner's platform. */
  partner?: true;
}

/** Where the cookie is stored; the page's own document and address by default. */
export interface CookiePlace {
  document: { cookie: string };
  location: { protocol: string; hostname: string };
}

/** The token cookie of one page. */
export interface TokenCookie {
  /** The token; null when there is none, it cannot be read or it has expired. */
  read(): StoredToken | null;
  /** @returns whether the browser stored it */
  write(token: StoredToken): boolean;
  remove(): void;
}

/** Creates the {@link TokenCookie}: seven days, on the parent domain. */
export function tokenCookie(place: CookiePlace = globalThis): TokenCookie {
  const { protocol, hostname } = place.location;
  // SameSite=None requires Secure, which plain http does not allow; without both, a first run over http works.
  const attributes = protocol === 'https:' ? 'Path=/; Secure; SameSite=None' : 'Path=/; SameSite=Lax';
  const domain = parentDomain(hostname);

  const valueIn = () =>
    place.document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`))
      ?.slice(TOKEN_COOKIE.length + 1);
  const set = (value: string, seconds: number, domainAttribute: string) => {
    place.document.cookie = `${TOKEN_COOKIE}=${value}; Max-Age=${seconds}; ${attributes}${domainAttribute}`;
  };
  const remove = () => {
    set('', 0, '');
    if (domain !== null) set('', 0, `; Domain=${domain}`);
  };

  return {
    read() {
      const token = parse(valueIn());
      return token === null || token.expireTime <= Date.now() ? null : token;
    },
    write(token) {
      const value = encodeURIComponent(JSON.stringify(token));
      remove();
      if (domain !== null) set(value, COOKIE_SECONDS, `; Domain=${domain}`);
      // A parent such as co.uk of shop.co.uk is a public suffix: the browser stores no cookie there.
      if (valueIn() !== value) set(value, COOKIE_SECONDS, '');
      return valueIn() === value;
    },
    remove,
  };
}

/** The parent domain of a host: `app.example.com` gives `example.com`; null for IP addresses and single-word hosts. */
export function parentDomain(hostname: string): string | null {
  if (/^[\d.]+$/.test(hostname) || hostname.includes(':')) return null;
  const parts = hostname.split('.');
  if (parts.length < 2) return null;
  return (parts.length === 2 ? parts : parts.slice(1)).join('.');
}

function parse(value: string | undefined): StoredToken | null {
  if (value === undefined || value === '') return null;
  try {
    const token: unknown = JSON.parse(decodeURIComponent(value));
    return isStoredToken(token) ? token : null;
  } catch {
    return null;
  }
}

function isStoredToken(value: unknown): value is StoredToken {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    'expireTime' in value &&
    typeof value.expireTime === 'number'
  );
}
