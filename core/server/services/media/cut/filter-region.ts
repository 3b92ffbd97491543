import type { ChangedPicture, Drawing } from './picture-change.ts';
import type { PixelBox } from './pixel-boxes.ts';

/** Copies an output of filters to several. */
export const split = (input: string, outputs: readonly string[]): string =>
  `[${input}]split=${outputs.length}${outputs.map((each) => `[${each}]`).join('')}`;

/**
 * Filters that change a region of a picture. Only the region goes through them: what lies around it is taken as it is.
 * @param filter the lines of filters from the region to what is drawn there, of its size; `label` makes names that are
 *   used nowhere else
 */
export function filterRegion(
  { picture, region }: { picture: ChangedPicture; region: PixelBox },
  filter: (part: string, drawn: string, label: (name: string) => string) => readonly string[],
): Drawing['graph'] {
  const bars = barsAround(region, picture);
  const { left, top, right, bottom } = region;
  return (input, output) => {
    const label = (name: string) => `${input}${name}`;
    return [
      split(input, [...bars.map(({ name }) => label(name)), label('region')]),
      ...bars.map(({ name, crop }) => `[${label(name)}]${crop}[${label(`${name}bar`)}]`),
      `[${label('region')}]crop=${right - left}:${bottom - top}:${left}:${top}[${label('part')}]`,
      ...filter(label('part'), label('drawn'), label),
      ...stacked(bars, label, label('drawn'), output),
    ].join(';');
  };
}

/**
 * Filters that show one output above another as far as `share` says. They mix twice: `maskedmerge` mixes by
 * `a + (b - a) * share / 256`, so that once would leave a trace of what is below. All of it is seen where the share is
 * 255, and nothing where it is 0; between, the share that is drawn has to allow for the second time.
 */
export const mergeTwice = (below: string, over: string, share: string, output: string): string[] => [
  split(share, [`${share}a`, `${share}b`]),
  split(over, [`${over}a`, `${over}b`]),
  `[${below}][${over}a][${share}a]maskedmerge[${below}most]`,
  `[${below}most][${over}b][${share}b]maskedmerge[${output}]`,
];

/** A part of the picture beside the region. */
interface Bar {
  name: 'top' | 'left' | 'right' | 'bottom';
  crop: string;
}

function barsAround({ left, top, right, bottom }: PixelBox, { width, height }: ChangedPicture): Bar[] {
  const bar = (name: Bar['name'], x: number, y: number, across: number, down: number): Bar[] =>
    across > 0 && down > 0 ? [{ name, crop: `crop=${across}:${down}:${x}:${y}` }] : [];
  return [
    ...bar('top', 0, 0, width, top),
    ...bar('left', 0, top, left, bottom - top),
    ...bar('right', right, top, width - right, bottom - top),
    ...bar('bottom', 0, bottom, width, height - bottom),
  ];
}

/** Puts the bars around what was drawn. Stacking copies bytes, where an overlay may convert them. */
function stacked(bars: readonly Bar[], label: (name: string) => string, drawn: string, output: string): string[] {
  const named = (name: Bar['name']) => (bars.some((bar) => bar.name === name) ? [`[${label(`${name}bar`)}]`] : []);
  const row = [...named('left'), `[${drawn}]`, ...named('right')];
  const middle = label('row');
  const column = [...named('top'), `[${middle}]`, ...named('bottom')];
  const stack = (parts: readonly string[], how: string, to: string) =>
    `${parts.join('')}${parts.length === 1 ? 'null' : `${how}=inputs=${parts.length}`}[${to}]`;
  return [stack(row, 'hstack', middle), stack(column, 'vstack', output)];
}
