import { useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';

import { spriteIndex, type Sprite } from './timeline/sprite-frame.ts';
import './HoverScrub.css';

export type { Sprite } from './timeline/sprite-frame.ts';

/** A moment of a video, as its sheet shows it. */
export interface ScrubMoment {
  sprite: Sprite;
  /** How far into the video, 0 to 1. */
  part: number;
}

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
 * @param video its sheet; for several videos after each other, what tells the moment at a share of the width, 0 to 1
 */
export function useHoverScrub(video: Sprite | null | ((share: number) => ScrubMoment | null)): Scrub {
  const ref = useRef<HTMLSpanElement>(null);
  const asked = useRef(new Set<string>());
  /** What the mouse is at, drawn once its sheet has come. */
  const wanted = useRef<ScrubPlace | null>(null);
  const show = (): void => {
    const { current: element } = ref;
    const { current: place } = wanted;
    if (element === null) return;
    if (place === null || !loaded.has(place.sprite.url)) delete element.dataset['shown'];
    else draw(element, place);
  };
  const load = (url: string): void => {
    if (loaded.has(url) || asked.current.has(url)) return;
    asked.current.add(url);
    const image = new Image();
    image.addEventListener('load', () => {
      loaded.add(url);
      show();
    });
    image.src = url;
  };
  return {
    ref,
    move(event) {
      if (event.pointerType !== 'mouse') return;
      const box = event.currentTarget.getBoundingClientRect();
      const share = Math.max(0, Math.min(0.9999, (event.clientX - box.left) / box.width));
      const moment = typeof video === 'function' ? video(share) : video && { sprite: video, part: share };
      wanted.current = moment && { ...moment, box, share };
      if (moment !== null) load(moment.sprite.url);
      show();
    },
    leave() {
      wanted.current = null;
      show();
    },
  };
}

interface ScrubPlace extends ScrubMoment {
  /** What the picture fills. */
  box: { width: number; height: number };
  /** Where in it the mouse is, 0 to 1. */
  share: number;
}

function draw(element: HTMLElement, { sprite, part, box, share }: ScrubPlace): void {
  const index = spriteIndex(sprite, part);
  const scale = Math.max(box.width / sprite.width, box.height / sprite.height);
  const [width, height] = [sprite.width * scale, sprite.height * scale];
  const left = (index % sprite.columns) * width + (width - box.width) / 2;
  const top = Math.floor(index / sprite.columns) * height + (height - box.height) / 2;
  element.style.backgroundImage = `url(${JSON.stringify(sprite.url)})`;
  element.style.backgroundSize = `${width * sprite.columns}px ${height * sprite.rows}px`;
  element.style.backgroundPosition = `${-left}px ${-top}px`;
  element.style.setProperty('--rp-scrub', String(share));
  element.dataset['shown'] = '';
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
