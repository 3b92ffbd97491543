import { constantGrid, type FrameGrid } from './frame-grid.ts';

/** Frames that are looked at to tell whether a rate is constant. */
const SAMPLE = 240;
/** Of a video of variable rate no more frames are listed than this; those after them count as even. */
const MOST_LISTED = 100_000;
/** How far the distance of two frames may be off, in seconds: times of files are rounded. */
const ROUNDING = 0.0015;

/** Reads when a video shows its frames; null for a file that cannot be read, or has no video. */
export type ReadFrameGrid = (url: string) => Promise<FrameGrid | null>;

let readGrid: ReadFrameGrid = readGridOfFile;

/** Reads when a video shows its frames, without decoding any: a few requests where the rate is constant. */
export const readFrameGrid: ReadFrameGrid = (url) => readGrid(url);

/** Leaves that to somebody else from now on: the frame of an isolated plugin must not fetch files. */
export function readFrameGridsBy(reader: ReadFrameGrid): void {
  readGrid = reader;
}

/** Reads it here. */
export async function readGridOfFile(url: string): Promise<FrameGrid | null> {
  const { ALL_FORMATS, EncodedPacketSink, Input, UrlSource } = await import('mediabunny');
  const input = new Input({ source: new UrlSource(url, { getRetryDelay: () => null }), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) return null;
    const times: number[] = [];
    for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      times.push(timestamp);
      if (times.length === SAMPLE && gridOf(times).kind === 'constant') break;
      if (times.length === MOST_LISTED) break;
    }
    return times.length < 2 ? null : gridOf(times);
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/** The grid of frames that begin at these times, in any order: files store them as they are decoded. */
export function gridOf(times: readonly number[]): FrameGrid {
  // Players begin with the first frame; files whose frames are stored out of order often do so a little later.
  const begin = times.reduce((least, time) => Math.min(least, time), Infinity);
  const starts = times.map((time) => time - begin).toSorted((a, b) => a - b);
  // The last ones may lack a neighbour that is decoded after them.
  const sure = starts.length > 16 ? starts.slice(0, -8) : starts;
  const [first = 0, last = 0] = [sure[0], sure.at(-1)];
  const each = (last - first) / (sure.length - 1);
  const isEven = sure.every((start, at) => Math.abs(start - first - at * each) <= ROUNDING);
  return isEven && each > 0 ? constantGrid(1 / each) : { kind: 'variable', starts };
}
