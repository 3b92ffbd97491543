import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { useState } from 'react';

import { LazyImage } from '#core/web/components/LazyImage.tsx';

import { drawPart } from '../ui/draw-part.tsx';

/** What is observed, and how. */
let seen: { options: IntersectionObserverInit | undefined; elements: Set<Element>; tell(element: Element): void };

beforeEach(() => {
  rs.useFakeTimers();
  const Before = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class extends Before {
    readonly elements = new Set<Element>();
    constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(tell, options);
      const { elements } = this;
      // Nothing else of an entry is looked at.
      const entry = (target: Element) => ({ target, isIntersecting: true }) as IntersectionObserverEntry;
      seen = { options, elements, tell: (element) => tell([entry(element)], this) };
    }
    override observe(element: Element): void {
      this.elements.add(element);
    }
    override unobserve(element: Element): void {
      this.elements.delete(element);
    }
  };
});
afterEach(() => void rs.useRealTimers());

test('a picture is fetched within 1.3 screens, and not before', async () => {
  const part = await drawPart(<LazyImage src="/a.webp" alt="港口" />);
  const picture = () => part.element.querySelector('img') as HTMLImageElement;
  expect([picture().getAttribute('src'), picture().alt]).toEqual([null, '港口']);
  expect(seen.options).toMatchObject({ rootMargin: '30%' });
  await part.doing(() => seen.tell(picture()));
  expect(picture().getAttribute('src')).toBe('/a.webp');
  expect(seen.elements.size).toBe(0);
  await part.remove();
});

test('the same picture with another signature is not fetched again, but one that did not come is, by today’s', async () => {
  let lost = 0;
  let sign: (signature: string) => void = () => undefined;
  function Signed() {
    const [signature, setSignature] = useState('1');
    sign = setSignature;
    const [src, srcSet] = [`/a.webp?s=${signature}`, `/s.webp?s=${signature} 256w`];
    return <LazyImage eager src={src} srcSet={srcSet} onLost={() => (lost += 1)} />;
  }
  const part = await drawPart(<Signed />);
  const picture = () => part.element.querySelector('img');
  const addresses = () => [picture()?.getAttribute('src'), picture()?.getAttribute('srcset')];
  expect(addresses()).toEqual(['/a.webp?s=1', '/s.webp?s=1 256w']);
  await part.doing(() => sign('2'));
  expect(addresses()).toEqual(['/a.webp?s=1', '/s.webp?s=1 256w']);
  await part.doing(() => picture()?.dispatchEvent(new Event('error')));
  await part.doing(() => rs.advanceTimersByTimeAsync(1_000));
  expect(addresses()).toEqual(['/a.webp?s=2', '/s.webp?s=2 256w']);
  // It is given up the second time, whatever its signature has become.
  await part.doing(() => sign('3'));
  await part.doing(() => picture()?.dispatchEvent(new Event('error')));
  expect([picture(), lost]).toEqual([null, 1]);
  await part.remove();
});

test('one that did not come while there was no network comes once there is one', async () => {
  const part = await drawPart(<LazyImage eager src="/a.webp" fallback={<b>film</b>} />);
  const fail = async () => await part.doing(() => part.element.querySelector('img')?.dispatchEvent(new Event('error')));
  await fail();
  await part.doing(() => rs.advanceTimersByTimeAsync(1_000));
  await fail();
  expect(part.element.textContent).toBe('film');
  await part.doing(() => window.dispatchEvent(new Event('online')));
  expect(part.element.querySelector('img')?.getAttribute('src')).toBe('/a.webp');
  await part.remove();
});

test('one that does not come is asked for once more, and then something else stands there', async () => {
  const part = await drawPart(<LazyImage src="/a.webp" fallback={<b>film</b>} />);
  const picture = () => part.element.querySelector('img');
  await part.doing(() => seen.tell(picture() as Element));
  const first = picture();
  await part.doing(() => first?.dispatchEvent(new Event('error')));
  expect(picture()).toBe(first);
  await part.doing(() => rs.advanceTimersByTimeAsync(1_000));
  const second = picture();
  expect([second === first, second?.getAttribute('src')]).toEqual([false, '/a.webp']);
  await part.doing(() => second?.dispatchEvent(new Event('error')));
  expect([picture(), part.element.textContent]).toEqual([null, 'film']);
  await part.remove();
});
