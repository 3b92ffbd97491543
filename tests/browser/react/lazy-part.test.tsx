import { expect, test } from '@rstest/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { lazyPart } from '#core/web/react/lazy-part.tsx';

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

function draw(element: React.ReactNode): { root: Root; text: () => string | null; container: HTMLElement } {
  const container = document.createElement('div');
  const root = createRoot(container, { onCaughtError: () => undefined });
  act(() => root.render(element));
  return { root, container, text: () => container.textContent };
}

test('a part is drawn as soon as its code is there; fetched ahead, at once', async () => {
  let loads = 0;
  const Part = lazyPart(async () => {
    loads += 1;
    return { default: Greeting };
  });
  const first = draw(<Part name="one" />);
  expect(first.text()).toBe('');
  await act(async () => {});
  expect(first.text()).toBe('Hello one');
  const second = draw(<Part name="two" />);
  expect([second.text(), loads]).toEqual(['Hello two', 1]);

  const Ahead = lazyPart(async () => ({ default: Greeting }));
  Ahead.fetch();
  await act(async () => {});
  expect(draw(<Ahead name="three" />).text()).toBe('Hello three');
});

test('a part whose code did not come says so, and is fetched anew by a press; a failure ahead counts for nothing', async () => {
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new Error('offline');
    return { default: Greeting };
  };
  const Part = lazyPart<{ name: string }>(load, ({ name, retry }) => (
    <button type="button" onClick={retry}>
      {name} is missing
    </button>
  ));
  const { container, text } = draw(<Part name="Ada" />);
  await act(async () => {});
  expect(text()).toBe('Ada is missing');
  isOnline = true;
  await act(async () => container.querySelector('button')?.click());
  expect(text()).toBe('Hello Ada');

  isOnline = false;
  const Ahead = lazyPart<{ name: string }>(load);
  Ahead.fetch();
  await act(async () => {});
  isOnline = true;
  const later = draw(<Ahead name="Bo" />);
  await act(async () => {});
  expect(later.text()).toBe('Hello Bo');
});
