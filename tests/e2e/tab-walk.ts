import type { Page } from 'playwright-core';

import { until } from '#tests/until.ts';

/** One more than any page has. */
const MAX_STOPS = 400;
/** So many presses are sent together. */
const AT_ONCE = 25;

/** What a page keeps of a walk: where each press of the Tab key came from, and what was wrong there. */
const RECORDER = `(() => {
  const walk = { stops: [], faults: [], hidden: [] };
  const named = (at) => {
    const name = at.getAttribute('aria-label') ?? at.getAttribute('title') ?? at.textContent.trim();
    return at.localName + (at.className === '' ? '' : '.' + String(at.className).split(' ')[0]) + ' “' + name.slice(0, 40) + '”';
  };
  const boxOf = (at) => {
    const { left, top, right, bottom } = at.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  /** Whether something of an element is in sight, and nothing lies over it. */
  const isSeen = (at) => {
    const { left, top, right, bottom } = boxOf(at);
    if (right - left < 1 || bottom - top < 1 || !at.checkVisibility({ visibilityProperty: true })) return false;
    const own = at.style.pointerEvents;
    // What lets presses through to what is below it is seen all the same.
    at.style.pointerEvents = 'auto';
    const isOnTop = [0.5, 0.15, 0.85].some((share) => {
      const over = document.elementFromPoint(left + (right - left) * share, top + (bottom - top) * share);
      return over !== null && (at.contains(over) || over.contains(at) || [...(at.labels ?? [])].some((label) => label.contains(over)));
    });
    at.style.pointerEvents = own;
    return isOnTop;
  };
  const note = () => {
    const at = document.activeElement;
    const before = walk.stops.at(-1);
    // Some have stops of their own inside, such as the parts of a date.
    if (at === before) return;
    walk.stops.push(at);
    if (at === null || at === document.body || walk.isBack) return;
    if (!isSeen(at)) walk.hidden.push(at);
    if (before === undefined || before === document.body || !before.isConnected) return;
    const [here, there] = [boxOf(at), boxOf(before)];
    if (here.bottom <= there.top + 1 && here.left <= there.left) {
      walk.faults.push(named(at) + ' comes after ' + named(before) + ', which stands below it and to its right');
    }
  };
  const hear = (event) => event.key === 'Tab' && note();
  addEventListener('keydown', hear, true);
  walk.note = note;
  walk.end = () => removeEventListener('keydown', hear, true);
  walk.named = named;
  walk.isSeen = isSeen;
  globalThis.tabWalk = walk;
  document.querySelector('.rp-skip').focus();
})()`;

/**
 * What is wrong with the way of the Tab key through a page as it stands, from its first stop to its last and back: a
 * stop out of sight or under something else, one that stands before the one that leads to it, a way back that is not
 * the way there.
 */
export async function tabFaults(page: Page): Promise<string[]> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  const press = async (times: number, modifiers = 0): Promise<void> => {
    const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers };
    const sent = Array.from({ length: times }, () => [
      session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]);
    await Promise.all(sent.flat());
  };
  await page.evaluate(RECORDER);
  // The last stop leads to the page itself, or round to the first; in a dialog, to its first.
  const count = `(() => {
    tabWalk.note();
    const end = tabWalk.stops.findIndex((stop, index) => stop === document.body || tabWalk.stops.indexOf(stop) < index);
    if (end > 0) tabWalk.stops.length = end;
    return end > 0 ? end : -tabWalk.stops.length;
  })()`;
  let stops = await page.evaluate<number>(count);
  while (stops <= 0 && -stops < MAX_STOPS) {
    await press(AT_ONCE);
    stops = await page.evaluate<number>(count);
  }
  if (stops > 0) {
    await page.evaluate(`(() => {
      tabWalk.there = tabWalk.stops;
      tabWalk.isBack = true;
      tabWalk.stops = [];
      // The last of all may be gone with the way round: whoever is at the top needs no way there.
      tabWalk.there.findLast((stop) => stop.isConnected).focus();
    })()`);
    await press(stops - 1, 8);
  }
  const faults = await page.evaluate<string[]>(`(async () => {
    tabWalk.note();
    tabWalk.end();
    const comesInSight = async (stop) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let frames = 0; frames < 30 && !tabWalk.isSeen(stop); frames += 1) await frame();
      return tabWalk.isSeen(stop);
    };
    const { named, stops, hidden, faults } = tabWalk;
    if (tabWalk.there === undefined) return [...faults, 'the Tab key finds no end'];
    // While a page comes in, it may move below what has the focus.
    for (const stop of hidden.filter((one) => one.isConnected)) {
      stop.blur();
      stop.focus();
      if (await comesInSight(stop)) continue;
      const page = document.hasFocus() ? '' : ' of a page without it';
      faults.push(named(stop) + ' has the focus' + page + ' out of sight, at ' + JSON.stringify(stop.getBoundingClientRect()));
    }
    // What came or went meanwhile is in one of them only.
    const first = stops.indexOf(tabWalk.there[0]);
    const back = [...new Set(first < 0 ? stops : stops.slice(0, first + 1))].toReversed().filter((stop) => tabWalk.there.includes(stop));
    const there = tabWalk.there.filter((stop) => back.includes(stop));
    const at = there.findIndex((stop, index) => stop !== back[index]);
    if (at >= 0) faults.push('back from the end, ' + named(back[at]) + ' stands for ' + named(there[at]));
    if (there.length < tabWalk.there.length / 2) {
      const gone = tabWalk.there.filter((stop) => !stop.isConnected).length;
      const way = stops.length === 0 ? 'none' : named(stops[0]) + ' to ' + named(stops.at(-1));
      faults.push('back from the end, ' + there.length + ' of ' + tabWalk.there.length + ' are met, ' + gone + ' are gone, of ' + stops.length + ' stops from ' + way);
    }
    return faults;
  })()`);
  await session.detach();
  return [...new Set(faults)];
}

/**
 * Opens by key what opens at a button of a page, and closes it by Esc: the button has the focus again.
 * @param seen what was opened before, on whatever page; it grows
 */
export async function popupFaults(page: Page, seen: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  // What belongs to one of many things of a kind is looked at once.
  const keys = await page.evaluate<string[]>(`(() => {
    globalThis.openers = [...document.querySelectorAll('button[aria-haspopup]:enabled')].filter((at) => at.checkVisibility({ visibilityProperty: true }));
    return openers.map((at) => at.className + (at.closest('li, tr, article, [role="row"]') === null ? ' ' + (at.getAttribute('aria-label') ?? at.textContent) : ''));
  })()`);
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const at = `openers[${index}]`;
    const isOpen = () =>
      page.evaluate<boolean>(
        `${at}.getAttribute('aria-expanded') === 'true' || document.querySelector('.rp-dialogs') !== null`,
      );
    await page.evaluate(`${at}.focus()`);
    await page.keyboard.press('Enter');
    const opened = await comes(isOpen);
    await page.keyboard.press('Escape');
    const closed = await comes(async () => !(await isOpen()));
    const isBack = await comes(() => page.evaluate<boolean>(`document.activeElement === ${at}`));
    if (!opened || !closed || !isBack) {
      faults.push(`${key}: ${JSON.stringify({ opened, closed, isBack })}, ${await focused(page)} has the focus`);
    }
  }
  return faults;
}

/** What has the focus; `body` when nothing has. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const at = document.activeElement ?? document.body;
    return at === document.body ? 'body' : at.localName + ' ' + (at.getAttribute('aria-label') ?? at.textContent.trim()).slice(0, 60);
  })()`);
}

/** Whether something comes about within a moment. */
async function comes(holds: () => Promise<boolean>): Promise<boolean> {
  return await until(holds, '', 10).then(
    () => true,
    () => false,
  );
}
