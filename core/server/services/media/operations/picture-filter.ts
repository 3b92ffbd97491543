import type { VideoStream } from '../media-info.ts';
import type { Fit, Picture } from '#core/contract/picture.ts';

export interface PictureFilterOptions {
  picture: Picture;
  fit: Fit;
  /** 2 plays twice as fast. */
  speed: number;
  mirror: boolean;
  /** Frames from before the start come too, the last of which may stand at the start. */
  early?: boolean;
}

/** Pictures whose ratio differs by less than this are filled by a crop; the rest of the picture is not worth bars. */
const NEAR_RATIO = 0.04;

/** Makes pixels square; costs nothing where they are. */
const SQUARE_PIXELS = "scale='trunc(iw*sar/2)*2':ih,setsar=1";

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/** Size at which a picture covers the raster, or fits inside it. */
function scaledSize(video: VideoStream, picture: Picture, how: 'cover' | 'contain') {
  const across = picture.width / video.displayWidth;
  const down = picture.height / video.displayHeight;
  const factor = how === 'cover' ? Math.max(across, down) : Math.min(across, down);
  return { width: even(video.displayWidth * factor), height: even(video.displayHeight * factor) };
}

function colourMatrixOf(video: VideoStream): string {
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
      // Untagged material: cameras and screens write BT.601 up to SD and BT.709 above.
      return video.displayHeight * video.displayWidth <= 1024 * 576 ? 'smpte170m' : 'bt709';
  }
}

/** Brings PQ and HLG to BT.709. A file that does not name its primaries and matrix means BT.2020's. */
const toneMap = ({ colorPrimaries, colorSpace }: VideoStream) => [
  ...(/^(bt|smpte43)/.test(colorPrimaries ?? '') ? [] : ['setparams=color_primaries=bt2020']),
  ...((colorSpace ?? '').startsWith('bt') ? [] : ['setparams=colorspace=bt2020nc']),
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
  'format=yuv420p',
];

/** What colours mean when they come to a scaler, as its options. */
const coloursOf = (video: VideoStream) =>
  `in_range=${video.colorRange === 'pc' ? 'full' : 'limited'}:in_color_matrix=${colourMatrixOf(video)}`;

function scale(size: { width: number; height: number }, video: VideoStream, toneMapped: boolean): string {
  const colours = toneMapped ? '' : `:${coloursOf(video)}:out_range=limited:out_color_matrix=bt709`;
  return `scale=${size.width}:${size.height}:flags=bicubic${colours}`;
}

/**
 * The filters that bring any picture to a still for JPEG: square pixels, tone-mapped, in the colours of that format.
 * @param size filters that bring a picture of square pixels to its size, which must be even
 */
export function stillFilter(video: VideoStream, size: string): string {
  const colours = video.hdr ? 'in_range=limited:in_color_matrix=bt709' : coloursOf(video);
  return [
    SQUARE_PIXELS,
    size,
    'setsar=1',
    // At the still's size, where it costs next to nothing.
    ...(video.hdr ? toneMap(video) : []),
    `scale=${colours}:out_range=full:out_color_matrix=smpte170m`,
    'format=yuvj420p',
  ].join(',');
}

/**
 * The filters that bring any picture to the common raster: constant frame rate, BT.709 limited
 * range, square pixels, upright, in the output's ratio. Takes `[input]`, leaves `[output]`.
 */
export function pictureFilter(
  video: VideoStream,
  options: PictureFilterOptions,
  input: string,
  output: string,
): string {
  const { picture, speed, mirror, early = false } = options;
  const cover = scaledSize(video, picture, 'cover');
  const contain = scaledSize(video, picture, 'contain');
  const ratios = (video.displayWidth / video.displayHeight) * (picture.height / picture.width);
  const fit = Math.abs(ratios - 1) < NEAR_RATIO ? 'crop' : options.fit;

  // Counted from the start, not from the first frame: the picture must not run ahead of the sound.
  const rate = `fps=${picture.fps}:start_time=0`;
  const dense = early || (video.averageRate ?? video.baseRate ?? picture.fps) * speed > picture.fps;
  const before = [
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
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
  // The backdrop is blurred small and scaled up: the eye cannot tell, and it costs a sixtieth.
  const small = { width: even(picture.width / 8), height: even(picture.height / 8) };
  const backdrop = scaledSize(video, { ...picture, ...small }, 'cover');
  // The filter takes at most half of the chroma plane.
  const radius = Math.min(6, Math.floor((Math.min(small.width, small.height) - 1) / 4));
  return [
    `${input}${[...before, 'split'].join(',')}[front][back]`,
    `[back]${scale(backdrop, video, video.hdr)},crop=${small.width}:${small.height},` +
      `boxblur=${radius}:2,scale=${picture.width}:${picture.height}:flags=bilinear,eq=brightness=-0.06,setsar=1[backdrop]`,
    `[front]${scale(contain, video, video.hdr)},setsar=1[picture]`,
    `[backdrop][picture]overlay=(W-w)/2:(H-h)/2,${after.join(',')}${output}`,
  ].join(';');
}
