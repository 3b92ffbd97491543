import { useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';

import { spriteIndex, type Sprite } from './timeline/sprite-frame.ts';
import './HoverScrub.css';

export type { Sprite } from './timeline/sprite-frame.ts';

/** Sheets that were loaded already; they come from the browser's memory. */
const loaded = new Set<string>();

/** What {@link useHoverScrub} gives. */
export interface Scrub {
  /** For an element above the picture, of the class `rp-scrub`. */
  ref: RefObject<HTMLSpanElement | null>;
  move(event: PointerEvent<HTMLElement>): void;
  leave(): void;
}

/**
 * Leafs through a video under the mouse: its left edge is the beginning, its right edge the end. Draws into the element
 * itself; React knows nothing of it.
 */
export function useHoverScrub(sprite: Sprite | null): Scrub {
  const ref = useRef<HTMLSpanElement>(null);
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
      const index = spriteIndex(sprite, part);
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
      if (element !== null) delete element.dataset['shown'];
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

export interface HoverScrubProps {
  /** The sheet of small pictures; null for what has none yet. */
  sprite: Sprite | null;
  /** What stands there otherwise, a picture; it sets the size. */
  children: ReactNode;
}

/** A picture of a video that leafs through it under the mouse. */
export function HoverScrub({ sprite, children }: HoverScrubProps) {
  const { ref, move, leave } = useHoverScrub(sprite);
  return (
    <span className="rp-hover-scrub" onPointerMove={move} onPointerLeave={leave}>
      {children}
      {sprite !== null && <span ref={ref} className="rp-scrub" aria-hidden="true" />}
    </span>
  );
}
