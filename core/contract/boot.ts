import type { LeanEntry } from './lean-index.ts';

/** Id of the element of the page that holds the {@link Boot} as JSON. */
export const BOOT_ELEMENT = 'boot';

/** Cookies that let the server write the page as the reader last had it; the browser half sets them. */
export const PAGE_COOKIES = {
  /** `zh` or `en`. */
  language: 'localeLanguage',
  /** Dark unless its text is `false`. */
  dark: 'darkMode',
  /** Set while somebody is logged in. */
  session: 'user-token',
} as const;

/** What the server writes into the page so that the first paint needs no further request. */
export interface Boot {
  /** Identifies the build, as in `GET /api/plugins`. */
  build: string;
  language: 'zh' | 'en';
  /** Texts in that language by namespace: the shell's, and those of the plugin that owns the address. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The others are at `/locales/<language>/<namespace>.<textsHash>.json`. */
  textsHash: string;
  /** What an anonymous visitor may see of the plugins; absent on a page for somebody who is logged in. */
  plugins?: readonly LeanEntry[];
  /** The filing number of the host that was asked for, or null. */
  filing: string | null;
  /** How customers reach a person; what the operator has not set is null. */
  contact: { id: string | null; phone: string | null; /** Address of a picture. */ qr: string | null };
  /** Origins of partners whose pages may hold this one in a frame and log in for it. */
  partnerOrigins: readonly string[];
  /** Whether this is a host for tests. */
  test: boolean;
}
