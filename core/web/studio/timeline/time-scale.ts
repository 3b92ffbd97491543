/** Which stretch of a material a timeline shows. */
export interface TimeView {
  /** Seconds at its left edge. */
  start: number;
  /** Seconds from its left to its right edge. */
  length: number;
}

/** Limits of a view. */
export interface ViewLimits {
  /** Seconds of the material. */
  duration: number;
  /** The shortest stretch, in seconds: about ten frames. */
  shortest: number;
}

/** The view of the whole material. */
export function wholeView({ duration }: ViewLimits): TimeView {
  return { start: 0, length: Math.max(duration, 1e-3) };
}

/** A view that shows nothing outside of the material, and no shorter a stretch than allowed. */
export function validView({ start, length }: TimeView, { duration, shortest }: ViewLimits): TimeView {
  const whole = Math.max(duration, 1e-3);
  const kept = Math.max(Math.min(shortest, whole), Math.min(length, whole));
  return { start: Math.max(0, Math.min(start, whole - kept)), length: kept };
}

/** A view zoomed by a factor, larger than 1 to see more detail; the time at a share of its width stays there. */
export function zoomView(view: TimeView, factor: number, share: number, limits: ViewLimits): TimeView {
  const at = view.start + view.length * share;
  const { length } = validView({ start: 0, length: view.length / factor }, limits);
  return validView({ start: at - length * share, length }, limits);
}

/** A view moved by a share of its width. */
export function panView(view: TimeView, share: number, limits: ViewLimits): TimeView {
  return validView({ ...view, start: view.start + view.length * share }, limits);
}

/** A view that shows a time: the same one if it does already, otherwise one with the time a tenth from its edge. */
export function viewWith(view: TimeView, seconds: number, limits: ViewLimits): TimeView {
  const { start, length } = view;
  if (seconds >= start && seconds <= start + length) return view;
  return validView({ length, start: seconds < start ? seconds - length * 0.1 : seconds - length * 0.9 }, limits);
}

/** Where a time is, as a share of the width; outside of 0 to 1 it is not seen. */
export function shareOf(view: TimeView, seconds: number): number {
  return (seconds - view.start) / view.length;
}

/** The time at a share of the width. */
export function timeAt(view: TimeView, share: number): number {
  return view.start + view.length * share;
}

/**
 * The nearest of some times, if it is close enough to be meant; otherwise the time itself.
 * @param within seconds
 */
export function snapTime(seconds: number, targets: Iterable<number>, within: number): number {
  let best = seconds;
  let distance = within;
  for (const target of targets) {
    const far = Math.abs(target - seconds);
    if (far > distance) continue;
    best = target;
    distance = far;
  }
  return best;
}

/** Seconds between two labelled lines of a ruler. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Times of the labelled lines of a ruler, each at least so many pixels from the next. */
export function rulerTicks(view: TimeView, width: number, apart = 90): number[] {
  const least = (view.length * apart) / Math.max(width, 1);
  const step = STEPS.find((seconds) => seconds >= least) ?? Math.ceil(least / 3600) * 3600;
  const ticks: number[] = [];
  const first = Math.ceil(view.start / step - 1e-9);
  for (let index = first; index * step <= view.start + view.length + 1e-9; index += 1) {
    ticks.push(Number((index * step).toFixed(3)));
  }
  return ticks;
}

/** One small picture on a timeline. */
export interface Thumbnail {
  /** Stays the same while the view is moved. */
  key: number;
  /** Seconds at its left edge, and how long it is. */
  start: number;
  length: number;
}

/**
 * The small pictures that a view shows, each about as wide as wanted. They stand where they stood when the view is
 * moved, and there are as many as fit however long the material is.
 */
export function thumbnailsIn(view: TimeView, width: number, wanted: number, duration: number): Thumbnail[] {
  if (width <= 0 || wanted <= 0 || duration <= 0) return [];
  // Lengths that are powers of two, so that zooming a little changes none.
  const length = 2 ** Math.ceil(Math.log2((view.length * wanted) / width));
  const thumbnails: Thumbnail[] = [];
  const end = Math.min(duration, view.start + view.length);
  for (let key = Math.floor(view.start / length); key * length < end; key += 1) {
    thumbnails.push({ key, start: key * length, length });
  }
  return thumbnails;
}
