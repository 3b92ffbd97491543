import { useRef, type PointerEvent, type RefObject } from 'react';

import type { Material } from '#plugins/materials/calls.ts';

/** Sheets that were loaded already; they come from the browser's memory. */
const loaded = new Set<string>();

/**
 * Leafs through a video under the pointer: its left edge is the beginning, its right edge the end. Draws into the
 * element itself; React knows nothing of it.
 */
export function useScrub(material: Material | undefined): {
  ref: RefObject<HTMLSpanElement | null>;
  move(event: PointerEvent<HTMLElement>): void;
  leave(): void;
} {
  const ref = useRef<HTMLSpanElement>(null);
  const sprite = material?.sprite ?? null;

  return {
    ref,
    move(event) {
      const element = ref.current;
      if (element === null || sprite === null || event.pointerType !== 'mouse') return;
      if (!loaded.has(sprite.url)) {
        load(sprite.url, element);
        return;
      }
      const box = event.currentTarget.getBoundingClientRect();
      const part = Math.max(0, Math.min(0.9999, (event.clientX - box.left) / box.width));
      const index = Math.floor(part * sprite.count);
      const scale = Math.max(box.width / sprite.width, box.height / sprite.height);
      const [width, height] = [sprite.width * scale, sprite.height * scale];
      const left = (index % sprite.columns) * width + (width - box.width) / 2;
      const top = Math.floor(index / sprite.columns) * height + (height - box.height) / 2;
      element.style.backgroundImage = `url(${JSON.stringify(sprite.url)})`;
      element.style.backgroundSize = `${width * sprite.columns}px ${height * sprite.rows}px`;
      element.style.backgroundPosition = `${-left}px ${-top}px`;
      element.style.setProperty('--rp-scrub', String(part));
      element.dataset['shown'] = '';
    },
    leave() {
      const element = ref.current;
      if (element === null) return;
      delete element.dataset['shown'];
    },
  };
}

function load(url: string, element: HTMLElement): void {
  if (element.dataset['loading'] === url) return;
  element.dataset['loading'] = url;
  const image = new Image();
  image.addEventListener('load', () => loaded.add(url));
  image.src = url;
}
