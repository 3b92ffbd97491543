import { useEffect, useRef, useState, type ReactNode } from 'react';

interface LazyImageProps {
  src: string;
  /** Other sizes of it, as `srcset` writes them, and the width at which it is shown. */
  srcSet?: string | undefined;
  sizes?: string | undefined;
  /** What it shows; empty for one that only decorates. */
  alt?: string;
  className?: string;
  /** It is fetched at once: the list that it stands in draws only what is nearly seen. */
  eager?: boolean;
  /** Shown in its place when it does not come the second time either, until there is a network again. */
  fallback?: ReactNode;
  /** It did not come the first time: whoever can, gives it an address of today by the second. */
  onLost?(): void;
}

/** How far beyond what is seen pictures are fetched: within 1.3 screens. */
const PRELOAD = '30%';
/** How often a picture that does not come is asked for again. */
const RETRIES = 1;
const RETRY_MILLISECONDS = 1_000;

/**
 * A picture that is fetched once it is nearly seen, and asked for once more when it does not come. The same one at an
 * address with another signature is not fetched again.
 */
export function LazyImage({
  src,
  srcSet,
  sizes,
  alt = '',
  className,
  eager = false,
  fallback = null,
  onLost,
}: LazyImageProps) {
  const [isNear, setNear] = useState(eager);
  const [lost, setLost] = useState({ of: bare(src), times: 0 });
  const [attempt, setAttempt] = useState(0);
  const picture = useRef<HTMLImageElement>(null);
  const kept = useRef({ src, srcSet, attempt });
  if (bare(kept.current.src) !== bare(src) || kept.current.attempt !== attempt) kept.current = { src, srcSet, attempt };
  const times = lost.of === bare(src) ? lost.times : 0;

  useEffect(() => {
    const { current } = picture;
    if (current === null || isNear) return undefined;
    return whenNear(current, () => setNear(true));
  }, [isNear]);
  useEffect(() => {
    if (times === 0 || times > RETRIES) return undefined;
    const timer = setTimeout(() => setAttempt((number) => number + 1), RETRY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [times]);
  useEffect(() => {
    if (times <= RETRIES) return undefined;
    const again = (): void => {
      setLost((was) => ({ ...was, times: 0 }));
      setAttempt((number) => number + 1);
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [times]);

  if (times > RETRIES) return fallback;
  return (
    <img
      // A new element asks again at the same address.
      key={attempt}
      ref={picture}
      className={className}
      src={isNear ? kept.current.src : undefined}
      srcSet={isNear ? kept.current.srcSet : undefined}
      sizes={sizes}
      alt={alt}
      decoding="async"
      draggable={false}
      onError={() => {
        setLost({ of: bare(src), times: times + 1 });
        if (times === 0) onLost?.();
      }}
    />
  );
}

/** An address without its signature. */
function bare(address: string): string {
  return address.split('?', 1)[0] ?? address;
}

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Calls back once the element comes near; all pictures share one observer. @returns stops waiting */
function whenNear(element: Element, run: () => void): () => void {
  // Also within boxes that scroll by themselves, where browsers know of it.
  const margins = { rootMargin: PRELOAD, scrollMargin: PRELOAD };
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
  }, margins);
  waiting.set(element, run);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
    if (waiting.size > 0) return;
    observer?.disconnect();
    observer = undefined;
  };
}
