import type { VideoStream } from '../media-info.ts';
import type { Fit, Picture } from '#core/contract/picture.ts';

export interface PictureFilterOptions {
  picture: Picture;
  fit: Fit;
  /** 2 plays twice as fast. */
  speed: number;
  mirror: boolean;
  /** The input also contains frames from before the start, the last of which may be the one visible at the start. */
  early?: boolean;
  /** Seconds of the input at which the output begins; 0 by default. */
  first?: number;
}

/** A difference in aspect ratio smaller than this is cropped away, since it is not worth showing bars. */
const NEAR_RATIO = 0.04;

/** Makes pixels square; costs nothing when they already are. */
const SQUARE_PIXELS = "scale='trunc(iw*sar/2)*2':ih,setsar=1";

/** Keeps 85 of 100 parts of light and colour. */
const DARKER = "lutyuv=y='16+(val-16)*0.85':u='128+(val-128)*0.85':v='128+(val-128)*0.85'";

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/** The size at which a picture covers the output, or fits inside it. */
function scaledSize(video: VideoStream, picture: Picture, how: 'cover' | 'contain') {
  const across = picture.width / video.displayWidth;
  const down = picture.height / video.displayHeight;
  const factor = how === 'cover' ? Math.max(across, down) : Math.min(across, down);
  return { width: even(video.displayWidth * factor), height: even(video.displayHeight * factor) };
}

/** The matrix by which a picture's colours are coded, in ffmpeg's words; guessed by its size where it does not say. */
export function colourMatrixOf(video: VideoStream): 'bt709' | 'smpte170m' | 'bt2020' {
  switch (video.colorSpace) {
    case 'bt709':
      return 'bt709';
    case 'smpte170m':
    case 'bt470bg':
      return 'smpte170m';
    case 'bt2020nc':
    case 'bt2020c':
      return 'bt2020';
    default:
      // Untagged material: cameras and screen recorders write BT.601 up to SD and BT.709 above.
      return video.displayHeight * video.displayWidth <= 1024 * 576 ? 'smpte170m' : 'bt709';
  }
}

/** Tone-maps PQ and HLG to BT.709. A file that does not name its primaries and matrix is taken to use BT.2020's. */
const toneMap = ({ colorPrimaries, colorSpace }: VideoStream) => [
  ...(/^(bt|smpte43)/.test(colorPrimaries ?? '') ? [] : ['setparams=color_primaries=bt2020']),
  ...((colorSpace ?? '').startsWith('bt') ? [] : ['setparams=colorspace=bt2020nc']),
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  // A fixed peak, whatever the file says of its brightest light: 203 nits, the white of paper, come to three quarters.
  'tonemap=hable:desat=0:peak=10',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
  'format=yuv420p',
];

/** Options that tell a scaler how to interpret the picture's colours. */
const coloursOf = (video: VideoStream) =>
  `in_range=${video.colorRange === 'pc' ? 'full' : 'limited'}:in_color_matrix=${colourMatrixOf(video)}`;

/** Whether a picture is already what {@link toBt709} makes of it: told colours, the scaler would copy it nevertheless. */
const isAlready = (size: { width: number; height: number }, video: VideoStream): boolean =>
  size.width === video.width &&
  size.height === video.height &&
  video.pixelFormat === 'yuv420p' &&
  video.colorRange !== 'pc' &&
  colourMatrixOf(video) === 'bt709';

function scale(size: { width: number; height: number }, video: VideoStream, toneMapped: boolean): string {
  const isPlain = toneMapped || isAlready(size, video);
  const colours = isPlain ? '' : `:${coloursOf(video)}:out_range=limited:out_color_matrix=bt709`;
  return `scale=${size.width}:${size.height}:flags=bicubic${colours}`;
}

/** The filters that scale a picture and bring it to BT.709 in limited range, tone-mapped where it is HDR. */
export const toBt709 = (video: VideoStream, size: { width: number; height: number }): string[] => [
  ...(video.hdr ? toneMap(video) : []),
  scale(size, video, video.hdr),
  'format=yuv420p',
];

/**
 * The filters that turn any picture into a still for JPEG: square pixels, tone-mapped, in JPEG's colours.
 * @param size filters that scale a picture of square pixels to its final size, which must be even
 */
export function stillFilter(video: VideoStream, size: string): string {
  const colours = video.hdr ? 'in_range=limited:in_color_matrix=bt709' : coloursOf(video);
  return [
    SQUARE_PIXELS,
    size,
    'setsar=1',
    // Done after scaling, where it costs next to nothing.
    ...(video.hdr ? toneMap(video) : []),
    `scale=${colours}:out_range=full:out_color_matrix=smpte170m`,
    'format=yuvj420p',
  ].join(',');
}

/**
 * The filter that counts a material's time as the output does: from `first`, in seconds, at a speed. Microseconds,
 * because a file may count in whole frames.
 */
export function clockFilter(first: number, speed: number): string {
  return `settb=AVTB,setpts=(PTS-${Math.round(first * 1e6)})/${speed}`;
}

/** The filters for a picture that has the output's format already, from `first` on: only its rhythm is kept. */
export function evenFilter(first: number, { fps }: Picture): string {
  return `${clockFilter(first, 1)},fps=${fps}:start_time=0:round=up,setsar=1`;
}

/**
 * The filters that convert any picture to the output's format: constant frame rate, BT.709 limited range,
 * square pixels, upright, in the output's aspect ratio. Reads `[input]`, writes `[output]`.
 */
export function pictureFilter(
  video: VideoStream,
  options: PictureFilterOptions,
  input: string,
  output: string,
): string {
  const { picture, speed, mirror, early = false, first = 0 } = options;
  const cover = scaledSize(video, picture, 'cover');
  const contain = scaledSize(video, picture, 'contain');
  const ratios = (video.displayWidth / video.displayHeight) * (picture.height / picture.width);
  const fit = Math.abs(ratios - 1) < NEAR_RATIO ? 'crop' : options.fit;

  // Each frame shows what is on screen at its moment. Counted from the start, not from the first frame: the picture
  // must not run ahead of the sound.
  const rate = `fps=${picture.fps}:start_time=0:round=up`;
  const dense = early || (video.averageRate ?? video.baseRate ?? picture.fps) * speed > picture.fps;
  const before = [
    clockFilter(first, speed),
    // Dropping frames before scaling saves scaling them; doubling them is cheaper afterwards.
    ...(dense ? [rate] : []),
    ...(video.hdr ? toneMap(video) : []),
  ];
  const after = ['setsar=1', ...(dense ? [] : [rate]), ...(mirror ? ['hflip'] : []), 'format=yuv420p'];
  const centre = `crop=${picture.width}:${picture.height}`;
  if (fit === 'crop') {
    return `${input}${[...before, scale(cover, video, video.hdr), centre, ...after].join(',')}${output}`;
  }
  if (fit === 'pad') {
    const bars = `pad=${picture.width}:${picture.height}:(ow-iw)/2:(oh-ih)/2`;
    return `${input}${[...before, scale(contain, video, video.hdr), bars, ...after].join(',')}${output}`;
  }
  // The backdrop is blurred at a small size and scaled up: it looks the same and costs a sixtieth.
  const small = { width: even(picture.width / 8), height: even(picture.height / 8) };
  const backdrop = scaledSize(video, { ...picture, ...small }, 'cover');
  // The filter's radius may be at most half of the chroma plane, which has half as many points.
  const radius = Math.min(6, Math.floor((Math.min(small.width, small.height) - 1) / 4));
  return [
    `${input}${[...before, 'split'].join(',')}[front][back]`,
    `[back]${scale(backdrop, video, video.hdr)},crop=${small.width}:${small.height},` +
      `boxblur=${radius}:2:${Math.round(radius / 2)}:2,${DARKER},` +
      `scale=${picture.width}:${picture.height}:flags=bilinear,setsar=1[backdrop]`,
    `[front]${scale(contain, video, video.hdr)},setsar=1[picture]`,
    `[backdrop][picture]overlay=(W-w)/2:(H-h)/2,${after.join(',')}${output}`,
  ].join(';');
}
