import { FIRST_PAINT_ELEMENT } from '#core/contract/boot.ts';

import type { OpenedPage } from './page-ahead.ts';
import type { OpenedWebBuild } from './web-build.ts';
import { escape } from './web-page.ts';

/** A text that is left to fill in, with values for its placeholders: `{{wall.group number=1}}`. */
const TEXT = /\{\{([\w.-]+)((?: \w+=[^\s}]*)*)\}\}/g;

/**
 * The first lines of a page, for those who will stay at its address: visitors at a bare page, members at one in the
 * frame of the workbench, where the lines stand as the page will.
 * @returns an empty text where there are none
 */
export function firstPaintOf(
  build: Pick<OpenedWebBuild, 'firstPaints'>,
  route: OpenedPage | undefined,
  { texts, isAnonymous }: { texts: Readonly<Record<string, string>>; isAnonymous: boolean },
): string {
  const lines = build.firstPaints[route?.plugin ?? '']?.[route?.page ?? ''];
  if (lines === undefined || route?.isFramed === isAnonymous) return '';
  const filled = fill(lines, texts);
  return route?.isFramed === true
    ? `<div id="${FIRST_PAINT_ELEMENT}" class="rp-shell"><div class="rp-shell__stage"><div class="rp-shell__lines"></div><div class="rp-shell__content">${filled}</div></div></div>`
    : `<main id="${FIRST_PAINT_ELEMENT}">${filled}</main>`;
}

/** Fills a plugin's texts into the first lines of a page. */
function fill(lines: string, texts: Readonly<Record<string, string>>): string {
  return lines.replace(TEXT, (_whole, key: string, values: string) => {
    const given = new URLSearchParams(values.trim().replaceAll(' ', '&'));
    const text = texts[key] ?? '';
    return escape(text.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => given.get(name) ?? ''));
  });
}
