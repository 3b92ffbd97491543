import { z } from 'zod';

/** Small pictures a second, and of how many of them one is also there in full. */
export const [RATE, EACH_FULL] = [20, 4];
/** Pixels along the longer side: of what is read, and of what is watched. */
const [LONGEST, LONGEST_SMALL] = [1920, 640];

const size = z.int().min(2).max(LONGEST);

/** How the pictures of a video come to the program that watches them. */
export const windowShapeSchema = z.object({
  /** Pixels of a full picture and of a small one, both grey. */
  full: z.object({ width: size, height: size }),
  small: z.object({ width: size, height: size }),
  /** How many small pictures of a bundle stand beside each other; the others stand below them. */
  columns: z.int().min(1).max(EACH_FULL),
});
export type WindowShape = z.output<typeof windowShapeSchema>;

/** The sizes in which a video is watched and read. @param shown pixels of its upright picture */
export function windowShape(shown: { width: number; height: number }): WindowShape {
  const longest = Math.max(shown.width, shown.height);
  const scaled = (most: number) => {
    const scale = Math.min(1, most / longest);
    const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2);
    return { width: even(shown.width), height: even(shown.height) };
  };
  const [full, small] = [scaled(LONGEST), scaled(LONGEST_SMALL)];
  return { full, small, columns: Math.max(1, Math.min(EACH_FULL, Math.floor(full.width / small.width))) };
}

const smallRows = ({ columns }: WindowShape): number => Math.ceil(EACH_FULL / columns);

/** Bytes of a bundle: a full picture, and the small ones from its moment on. */
export function bundleBytes(shape: WindowShape): number {
  return shape.full.width * (shape.full.height + shape.small.height * smallRows(shape));
}

/** One of the small pictures of a bundle. */
export function smallPicture(bundle: Buffer, { full, small, columns }: WindowShape, index: number): Uint8Array {
  const grey = new Uint8Array(small.width * small.height);
  const [left, top] = [(index % columns) * small.width, full.height + Math.floor(index / columns) * small.height];
  for (let row = 0; row < small.height; row++) {
    const start = (top + row) * full.width + left;
    grey.set(bundle.subarray(start, start + small.width), row * small.width);
  }
  return grey;
}

/** The filters that make bundles of the pictures of a stream. */
export function bundleFilter(shape: WindowShape, stream: number): string {
  const { full, small, columns } = shape;
  const rows = smallRows(shape);
  return [
    `[0:${stream}]fps=${RATE}:start_time=0:round=up,split[a][b]`,
    `[a]framestep=${EACH_FULL},scale=${full.width}:${full.height}:flags=bilinear:out_range=full,format=gray,setsar=1[full]`,
    `[b]scale=${small.width}:${small.height}:flags=area:out_range=full,format=gray,setsar=1,` +
      `tile=${columns}x${rows}:nb_frames=${EACH_FULL},pad=${full.width}:${small.height * rows}:0:0[small]`,
    '[full][small]vstack=shortest=1[out]',
  ].join(';');
}
