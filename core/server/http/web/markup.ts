import { withoutBidiControls } from '#core/contract/bidi.ts';
import { escape } from '#core/server/http/web/web-page.ts';

/** HTML or XML that may be sent as it is. Only {@link markup} makes it. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = Markup | string | number | null | false | readonly Markup[];

/**
 * A template for HTML and XML. Whatever is put into it is escaped, for text and for quoted attributes, unless it is
 * markup itself; null and false leave nothing.
 * @example markup`<h1 title="${post.title}">${post.title}</h1>`
 */
export function markup(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(pieces.reduce((made, piece, index) => made + sourceOf(parts[index - 1] ?? null) + piece));
}

function sourceOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'object') return part.map(({ source }) => source).join('');
  return escape(fitForXml(String(part)));
}

/** Data for a `<script type="application/ld+json">`, which nothing in it can end. */
export function jsonMarkup(data: unknown): Markup {
  return new Markup(withoutBidiControls(JSON.stringify(data)).replaceAll('<', '\\u003c'));
}

/** Without what XML does not allow in any form, and without what turns the text around it. */
function fitForXml(text: string): string {
  return withoutBidiControls(text.toWellFormed()).replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}
