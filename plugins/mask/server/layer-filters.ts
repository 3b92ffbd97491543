import { filterRegion, mergeTwice, split } from '#core/server/services/media/cut/filter-region.ts';
import type { ChangedPicture, Drawing } from '#core/server/services/media/cut/picture-change.ts';
import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';

import { codeColour, readColour } from './colours.ts';
import type { Layer } from './cover-params.ts';

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
  const fed = looks.reduce((sum, look) => sum + fedPictures(look), 0);
  return filterRegion({ picture, region }, (part, drawn, label) => {
    const lines = [
      split(part, [label('below0'), ...looks.flatMap((look, at) => (isFiltered(look) ? [label(`from${at}`)] : []))]),
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
      const below = at + 1 === looks.length ? drawn : label(`below${at + 1}`);
      lines.push(...mergeTwice(label(`below${at}`), over, share, below));
    }
    return lines;
  });
}

const isFiltered = ({ kind }: Layer['look']): boolean => kind !== 'picture';

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
