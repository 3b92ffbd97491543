import { FIRST_PAINT_ELEMENT } from '#core/contract/boot.ts';
import { fillText } from '#core/server/ground/messages.ts';

import type { Ahead, OpenedPage } from './page-ahead.ts';
import type { OpenedWebBuild } from './web-build.ts';
import { escape } from './web-page.ts';

/** A text that is left to fill in, with values for its placeholders: `{{wall.group number=1}}`. */
const TEXT = /\{\{([\w.-]+)((?: \w+=[^\s}]*)*)\}\}/g;

/** Milliseconds after which scripts begin, painted or not: a page in the background paints nothing. */
const LATEST = 1000;
/** Milliseconds from a frame's end until it is on the screen. */
const SHOWN = 50;

/** What stands once a page does, or what says why it does not. A page that waits for its data is no page yet. */
const STANDS = '#content > :not([data-unread]):not(:has([data-opening] [data-unread])), .rp-start-fault';

/** Where the browser keeps whether the rail is wide, as `host/web/rail/ShellState.ts` writes it. */
const RAIL_KEY = 'isOpen';
/** Elsewhere it is always narrow; and a phone takes long to open the storage. */
const WIDE = '(min-width: 1200px)';

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
    return escape(fillText(texts[key] ?? '', Object.fromEntries(given)));
  });
}

/**
 * A script that runs others, in order, once the first lines of a page and their picture are painted: on a phone, code
 * that runs before would keep them from the screen. After the scripts it asks for what they will need next. It takes
 * the lines away in the very frame in which the page itself stands. ES5, as everything that runs in browsers of any age.
 */
export function startAfterPaint(scripts: readonly string[], ahead: Ahead): string {
  const next = [
    ...ahead.styles.map((address) => ['style', address]),
    ...ahead.scripts.map((address) => ['script', address]),
    ...ahead.texts.map((address) => ['fetch', address]),
  ];
  return `(function () {
  var lines = document.getElementById('${FIRST_PAINT_ELEMENT}');
  var root = document.getElementById('root');
  var picture = lines.querySelector('img');
  var begun = false;
  function add(name, properties) {
    var element = document.createElement(name);
    for (var key in properties) element[key] = properties[key];
    document.head.appendChild(element);
  }
  function begin() {
    if (begun) return;
    begun = true;
    ${JSON.stringify(scripts)}.forEach(function (address) {
      add('script', { src: address, async: false });
    });
    ${JSON.stringify(next)}.forEach(function (one) {
      var link = { rel: 'preload', as: one[0], fetchPriority: 'low', href: one[1] };
      if (one[0] === 'fetch') link.crossOrigin = '';
      add('link', link);
    });
  }
  function painted() {
    requestAnimationFrame(function () {
      requestAnimationFrame(function () {
        setTimeout(begin, ${SHOWN});
      });
    });
  }
  try {
    if (matchMedia('${WIDE}').matches && localStorage.getItem('${RAIL_KEY}') === 'false') lines.setAttribute('data-rail', 'narrow');
  } catch (error) {}
  if (window.MutationObserver)
    new MutationObserver(function (_changes, watcher) {
      if (!root.querySelector('${STANDS}')) return;
      watcher.disconnect();
      lines.parentNode.removeChild(lines);
    }).observe(root, { childList: true, subtree: true, attributeFilter: ['data-opening', 'data-unread'] });
  if (picture && picture.decode) picture.decode().then(painted, painted);
  else painted();
  setTimeout(begin, ${LATEST});
})();`.replaceAll(/\s*\n\s*/g, ' ');
}
