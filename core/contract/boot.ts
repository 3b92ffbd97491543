import type { LeanEntry } from './lean-index.ts';

/** Id of the page element that contains the {@link Boot} as JSON. */
export const BOOT_ELEMENT = 'boot';

/**
 * Id of the page element that shows a visitor the first lines of a page until its code has come. Beside the root, which
 * takes it away.
 */
export const FIRST_PAINT_ELEMENT = 'first-paint';

/** Cookies that let the server render the page as the user last had it; set by the browser half. */
export const PAGE_COOKIES = {
  /** `zh` or `en`. */
  language: 'localeLanguage',
  /** Dark unless the value is `false`. */
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
  /** Other texts are at `/locales/<language>/<namespace>.<textsHash>.json`. */
  textsHash: string;
  /** What an anonymous visitor may see of the plugins; absent when somebody is logged in. */
  plugins?: readonly LeanEntry[];
  /** The filing number of the requested host, or null. */
  filing: string | null;
  /** How customers reach support; null where the operator has not set it. */
  contact: { id: string | null; phone: string | null; /** Address of a picture. */ qr: string | null };
  /** Origins of partners whose pages may embed this one in a frame and log in for it. */
  partnerOrigins: readonly string[];
  /** Whether this is a test host. */
  test: boolean;
}
