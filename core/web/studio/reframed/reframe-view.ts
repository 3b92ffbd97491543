import { partAt, type Reframe } from '#core/contract/reframe.ts';

import { mirrorBox, turnBox, type Box, type Size } from '../stage/box-geometry.ts';

/** How a picture is turned and flipped; its part is chosen before that. */
type Shown = Pick<Reframe, 'turn' | 'flipAcross' | 'flipDown'>;

/** A box of the upright picture on a stage that shows it turned and flipped. */
export function onStage(box: Box, { turn, flipAcross, flipDown }: Shown): Box {
  return mirrorBox(turnBox(box, turn), { across: flipAcross, down: flipDown });
}

/** A box of a stage in the upright picture; what rounding put outside is inside. */
export function fromStage(box: Box, { turn, flipAcross, flipDown }: Shown): Box {
  const back = { 0: 0, 90: 270, 180: 180, 270: 90 } as const;
  const { x, y, width, height } = turnBox(mirrorBox(box, { across: flipAcross, down: flipDown }), back[turn]);
  const within = (value: number, most: number) => Math.max(0, Math.min(value, most));
  return { x: within(x, 1 - width), y: within(y, 1 - height), width: within(width, 1), height: within(height, 1) };
}

/** A frame that is painted, as a `LivePreview` gives it. */
interface Painted {
  picture: CanvasImageSource;
  source: Size;
  width: number;
  height: number;
  time: number;
}

/** Paints what a reframing shows of a frame, on a canvas of its shape. */
export function drawReframed(
  pen: CanvasRenderingContext2D,
  { picture, source, width, height, time }: Painted,
  reframe: Reframe,
): void {
  const part = partAt(reframe, source, time);
  const isUpright = reframe.turn % 180 === 0;
  const [across, down] = isUpright ? [width, height] : [height, width];
  pen.translate(width / 2, height / 2);
  pen.scale(reframe.flipAcross ? -1 : 1, reframe.flipDown ? -1 : 1);
  pen.rotate((reframe.turn * Math.PI) / 180);
  pen.drawImage(
    picture,
    ...([part.x * source.width, part.y * source.height] as const),
    ...([part.width * source.width, part.height * source.height] as const),
    ...([-across / 2, -down / 2, across, down] as const),
  );
}

/** Darkens what a reframing leaves out of a frame, on a canvas above its upright picture. */
export function drawOutside(
  pen: CanvasRenderingContext2D,
  { source, width, height, time }: Painted,
  reframe: Reframe,
): void {
  const box = partAt(reframe, source, time);
  const part = [box.x * width, box.y * height, box.width * width, box.height * height] as const;
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.rect(...part);
  pen.fillStyle = 'rgb(4 7 10 / 60%)';
  pen.fill('evenodd');
  pen.lineWidth = 2 * devicePixelRatio;
  pen.strokeStyle = '#fff';
  pen.strokeRect(...part);
}
