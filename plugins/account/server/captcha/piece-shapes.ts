import sharp from 'sharp';

/** Pixels of a piece's side, its knobs included. */
export const PIECE = 63;

/** How much of each pixel belongs to the piece, and how much to its bright edge: 0 to 255. */
export interface PieceShape {
  body: Buffer;
  edge: Buffer;
}

/** Where a piece has a knob (1) or a notch (-1): top, right, bottom, left. A knob needs the room beside the square. */
const SIDES = [
  [1, 1, -1, -1],
  [-1, 1, 1, -1],
  [1, -1, -1, 1],
  [-1, -1, 1, 1],
  [1, 1, 1, -1],
] as const;
const SQUARE = { from: 11, to: 52 };
const KNOB = 8;

let shapes: Promise<PieceShape[]> | undefined;

/** The jigsaw shapes of this process, rendered when they are first asked for. */
export function pieceShapes(): Promise<PieceShape[]> {
  shapes ??= Promise.all(SIDES.map(renderShape)).catch((error: unknown) => {
    shapes = undefined;
    throw error;
  });
  return shapes;
}

async function renderShape(sides: (typeof SIDES)[number]): Promise<PieceShape> {
  const path = outline(sides);
  const [body, edge] = await Promise.all([
    renderMask(`<path d="${path}" fill="#fff"/>`),
    renderMask(`<path d="${path}" fill="none" stroke="#fff" stroke-width="2"/>`),
  ]);
  return { body, edge };
}

async function renderMask(shape: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PIECE}" height="${PIECE}"><rect width="100%" height="100%"/>${shape}</svg>`;
  return await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer();
}

/** Clockwise from the upper left corner; an arc bulges outwards for a knob and inwards for a notch. */
function outline([top, right, bottom, left]: (typeof SIDES)[number]): string {
  const { from, to } = SQUARE;
  const middle = (from + to) / 2;
  const sweep = (side: number) => (side > 0 ? 1 : 0);
  const arc = (side: number, x: number, y: number) => `A${KNOB} ${KNOB} 0 1 ${sweep(side)} ${x} ${y}`;
  const half = 5;
  return [
    `M${from} ${from}`,
    `H${middle - half}${arc(top, middle + half, from)}H${to}`,
    `V${middle - half}${arc(right, to, middle + half)}V${to}`,
    `H${middle + half}${arc(bottom, middle - half, to)}H${from}`,
    `V${middle + half}${arc(left, from, middle - half)}Z`,
  ].join('');
}
