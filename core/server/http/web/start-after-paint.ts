import { FIRST_PAINT_ELEMENT } from '#core/contract/boot.ts';

/** Milliseconds after which scripts begin, painted or not: a page in the background paints nothing. */
const LATEST = 1000;
/** Milliseconds from a frame's end until it is on the screen. */
const SHOWN = 50;

/** What stands once a page does, or what says why it does not. */
const STANDS = '#content > :not([data-unread]), .rp-start-fault';

/**
 * A script that runs others, in order, once the first lines of a page and their picture are painted: on a phone, code
 * that runs before would keep them from the screen. It takes the lines away in the very frame in which the page itself
 * stands. ES5, as everything that runs in browsers of any age.
 */
export function startAfterPaint(scripts: readonly string[]): string {
  return `(function () {
  var lines = document.getElementById('${FIRST_PAINT_ELEMENT}');
  var root = document.getElementById('root');
  var picture = lines.querySelector('img');
  var begun = false;
  function begin() {
    if (begun) return;
    begun = true;
    ${JSON.stringify(scripts)}.forEach(function (address) {
      var script = document.createElement('script');
      script.src = address;
      script.async = false;
      document.head.appendChild(script);
    });
  }
  function painted() {
    requestAnimationFrame(function () {
      requestAnimationFrame(function () {
        setTimeout(begin, ${SHOWN});
      });
    });
  }
  if (window.MutationObserver)
    new MutationObserver(function (_changes, watcher) {
      if (!root.querySelector('${STANDS}')) return;
      watcher.disconnect();
      lines.parentNode.removeChild(lines);
    }).observe(root, { childList: true, subtree: true });
  if (picture && picture.decode) picture.decode().then(painted, painted);
  else painted();
  setTimeout(begin, ${LATEST});
})();`.replaceAll(/\s*\n\s*/g, ' ');
}
