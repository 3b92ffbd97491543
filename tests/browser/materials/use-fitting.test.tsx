import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';

import { useFitting } from '#plugins/materials/web/library/use-fitting.ts';

/** Pixels of the row in these tests. */
let room = 400;

const widthOf = (element: Element): number => Number(element.getAttribute('data-width') ?? 0);
const taken = (row: Element): number => Array.from(row.children, widthOf).reduce((sum, width) => sum + width, 0);
const LAYOUT: Readonly<Record<string, (element: HTMLElement) => number>> = {
  clientWidth: () => room,
  scrollWidth: (row) => Math.max(room, taken(row)),
  // Of the space between.
  offsetWidth: ({ parentElement }) => (parentElement === null ? 0 : Math.max(0, room - taken(parentElement))),
};
const before = Object.keys(LAYOUT).map(
  (name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const,
);
beforeAll(() => {
  for (const [name, measure] of Object.entries(LAYOUT)) {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return measure(this);
      },
    });
  }
});
afterAll(() => {
  for (const [name, descriptor] of before) {
    if (descriptor === undefined) Reflect.deleteProperty(HTMLElement.prototype, name);
    else Object.defineProperty(HTMLElement.prototype, name, descriptor);
  }
});

function Row({ words, count = 4 }: { words: number; count?: number }) {
  const [row, space] = [useRef<HTMLDivElement>(null), useRef<HTMLSpanElement>(null)];
  const most = useFitting(row, space, count);
  return (
    <div ref={row}>
      <p data-width={words} />
      <span ref={space} />
      {Array.from({ length: most }, (_, at) => (
        <b key={at} data-width="80" />
      ))}
      {most < count && <i data-width="30" />}
    </div>
  );
}

async function drawn() {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  return {
    draw: (words: number, count?: number) => act(async () => root.render(<Row words={words} count={count} />)),
    shown: () => element.querySelectorAll('b').length,
    unmount: async () => {
      await act(async () => root.unmount());
      element.remove();
    },
  };
}

test('what has no room goes into the menu, and comes out when words become shorter or the row wider', async () => {
  const row = await drawn();
  await row.draw(80);
  expect(row.shown()).toBe(4);
  await row.draw(200);
  expect(row.shown()).toBe(2);
  await row.draw(120);
  expect(row.shown()).toBe(3);
  await row.draw(80);
  expect(row.shown()).toBe(4);
  await row.draw(380);
  expect(row.shown()).toBe(0);
  room = 620;
  await row.draw(300);
  expect(row.shown()).toBe(4);
  await row.draw(300, 6);
  expect(row.shown()).toBe(3);
  room = 400;
  await row.unmount();
});
