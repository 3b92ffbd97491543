import type { ChangedPicture, Drawing } from '#core/server/services/media/cut/picture-change.ts';

import { codeColour, readColour } from './colours.ts';
import type { Layer } from './cover-params.ts';
import type { PixelBox } from './pixel-boxes.ts';

/** What is drawn on a stretch of frames. */
export interface LayersToDraw {
  picture: ChangedPicture;
  /** The part of the picture in which all of it lies. */
  region: PixelBox;
  looks: readonly Layer['look'][];
}

/** How many pictures are fed to the filters for a layer: how much of it is seen, and of an image the image itself. */
export const fedPictures = ({ kind }: Layer['look']): number => (kind === 'picture' ? 2 : 1);

/**
 * The filters that draw layers. Only the region goes through them: what lies around it is taken as it is.
 * They are fed the pictures of all layers below each other, each as large as the region.
 */
export function layerFilters(layers: LayersToDraw): Drawing['graph'] {
  const { picture, region, looks } = layers;
  const [width, height] = [region.right - region.left, region.bottom - region.top];
  const bars = barsAround(region, picture);
  const fed = looks.reduce((sum, look) => sum + fedPictures(look), 0);
  return (input, output) => {
    const label = (name: string | number) => `${input}${name}`;
    const lines = [
      split(input, [...bars.map(({ name }) => label(name)), label('region')]),
      ...bars.map(({ name, crop }) => `[${label(name)}]${crop}[${label(`${name}bar`)}]`),
      `[${label('region')}]crop=${width}:${height}:${region.left}:${region.top}[${label('part')}]`,
      split(label('part'), [
        label('below0'),
        ...looks.flatMap((look, at) => (isFiltered(look) ? [label(`from${at}`)] : [])),
      ]),
      split(
        '1:v',
        Array.from({ length: fed }, (_, at) => label(`layer${at}`)),
      ),
    ];
    let next = 0;
    const take = (name: string) => {
      lines.push(`[${label(`layer${next}`)}]crop=${width}:${height}:0:${next * height}[${name}]`);
      next += 1;
    };
    for (const [at, look] of looks.entries()) {
      const [share, over] = [label(`share${at}`), label(`over${at}`)];
      take(share);
      if (look.kind === 'picture') take(over);
      else lines.push(`[${label(`from${at}`)}]${lookFilter(look, layers, { width, height })}[${over}]`);
      // Twice: see how shares are drawn.
      lines.push(
        split(share, [`${share}a`, `${share}b`]),
        split(over, [`${over}a`, `${over}b`]),
        `[${label(`below${at}`)}][${over}a][${share}a]maskedmerge[${label(`most${at}`)}]`,
        `[${label(`most${at}`)}][${over}b][${share}b]maskedmerge[${label(`below${at + 1}`)}]`,
      );
    }
    return [...lines, ...stacked(bars, label, label(`below${looks.length}`), output)].join(';');
  };
}

const isFiltered = ({ kind }: Layer['look']): boolean => kind !== 'picture';

const split = (input: string, outputs: readonly string[]): string =>
  `[${input}]split=${outputs.length}${outputs.map((each) => `[${each}]`).join('')}`;

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

/** The filters that make of a region what is seen of a layer. */
function lookFilter(
  look: Exclude<Layer['look'], { kind: 'picture' }>,
  { picture }: LayersToDraw,
  region: { width: number; height: number },
): string {
  const side = Math.min(picture.width, picture.height);
  switch (look.kind) {
    case 'mosaic': {
      const cell = Math.max(2, look.cell * side);
      const count = (length: number) => Math.max(1, Math.round(length / cell));
      const [across, down] = [count(region.width), count(region.height)];
      // Squares of one colour: colours stored at half the size would make squares of their own.
      return [
        `format=${picture.pixelFormat.replace('420', '444')}`,
        `scale=${across}:${down}:flags=area`,
        `scale=${region.width}:${region.height}:flags=neighbor`,
        `format=${picture.pixelFormat}`,
      ].join(',');
    }
    case 'blur':
      return `gblur=sigma=${(look.spread * side).toFixed(2)}:steps=2`;
    case 'solid': {
      const [light, blue, red] = codeColour(readColour(look.colour), picture);
      return `lutyuv=y=${light}:u=${blue}:v=${red}`;
    }
  }
}
