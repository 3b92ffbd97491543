import type { ChangedPicture } from '#core/server/services/media/cut/picture-change.ts';

/** Light, blue and red of a picture of eight bits. */
export type Coded = [light: number, blue: number, red: number];

/** Shares of red and blue in light. */
const SHARES = { bt709: [0.2126, 0.0722], smpte170m: [0.299, 0.114] } as const;

/** How a colour is coded. @param colour red, green and blue, 0 to 255 */
export function codeColour(
  [red, green, blue]: readonly [number, number, number],
  { matrix, isFullRange }: Pick<ChangedPicture, 'matrix' | 'isFullRange'>,
): Coded {
  const [ofRed, ofBlue] = SHARES[matrix];
  const light = ofRed * red + (1 - ofRed - ofBlue) * green + ofBlue * blue;
  const [scale, colourScale, black] = isFullRange ? [1, 1, 0] : [219 / 255, 224 / 255, 16];
  const code = (value: number) => Math.max(0, Math.min(255, Math.round(value)));
  return [
    code(black + light * scale),
    code(128 + ((blue - light) / (2 * (1 - ofBlue))) * colourScale),
    code(128 + ((red - light) / (2 * (1 - ofRed))) * colourScale),
  ];
}

/** Red, green and blue of `#rrggbb`. */
export const readColour = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];
