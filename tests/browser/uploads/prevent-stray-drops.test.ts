import { afterEach, expect, test } from '@rstest/core';

import { preventStrayDrops } from '#core/web/uploads/prevent-stray-drops.ts';

/** Drags something over an element and lets it go there. @returns whether the browser would open it */
function drop(onto: Element, types: string[] = ['Files']): boolean {
  const events = ['dragenter', 'dragover', 'drop'].map((type) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } });
    return event;
  });
  for (const event of events) onto.dispatchEvent(event);
  return events.some(({ defaultPrevented }) => !defaultPrevented);
}

let stop: () => unknown = () => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

test('a file that nothing takes does not open in place of the page', () => {
  document.body.innerHTML = '<p></p><input type="file"><input type="text">';
  const [text, files, field] = [...document.body.children] as [Element, Element, Element];
  stop = preventStrayDrops();
  expect([text, files, field].map((element) => drop(element))).toEqual([false, true, false]);
  expect(drop(text, ['text/plain'])).toBe(true);
});

test('whoever takes a file says how it lies', () => {
  stop = preventStrayDrops();
  const place = document.body.appendChild(document.createElement('div'));
  const effects: string[] = [];
  place.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('dragover', (event) => effects.push(event.dataTransfer?.dropEffect ?? ''), { once: true });
  drop(place);
  expect(effects).toEqual(['copy']);
});
