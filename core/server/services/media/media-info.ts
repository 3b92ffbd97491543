import { z } from 'zod';

import type { Rhythm } from '#core/contract/shown-frames.ts';

/** A ratio of two whole numbers, such as the width of a pixel to its height. */
export interface Ratio {
  num: number;
  den: number;
}

/** The picture stream of a media file. Colour fields use ffmpeg's names and are null where the file does not say. */
export interface VideoStream {
  /** The stream's index in the file, for `-map 0:index`. */
  index: number;
  codec: string;
  /** Pixels as stored. */
  width: number;
  height: number;
  /** Pixels as meant to be seen: square and upright. */
  displayWidth: number;
  displayHeight: number;
  /** Degrees clockwise by which a player turns the picture: 0, 90, 180 or 270. */
  rotation: number;
  /** Width to height of one pixel. */
  sar: Ratio;
  pixelFormat: string | null;
  /** Average frames per second; null when unknown. */
  averageRate: number | null;
  /** The lowest rate at which every frame has its own timestamp; far above the average for variable rates. */
  baseRate: number | null;
  /** `pc` for full range, `tv` for limited. */
  colorRange: string | null;
  colorSpace: string | null;
  colorTransfer: string | null;
  colorPrimaries: string | null;
  /** PQ or HLG: needs tone mapping before it is shown with other material. */
  hdr: boolean;
  /** MD5 of the stream's parameter sets, as the container stores them; null where it stores none. */
  parameterSets: string | null;
  /** As the container states it; null when it does not. */
  frames: number | null;
  /** Seconds. */
  startTime: number;
  /** Seconds; null when the container does not say. */
  duration: number | null;
}

/** The sound stream of a media file. */
export interface AudioStream {
  /** The stream's index in the file, for `-map 0:index`. */
  index: number;
  codec: string;
  channels: number;
  /** Hertz. */
  sampleRate: number;
  startTime: number;
  duration: number | null;
}

/** What a media file states about itself. Nothing is checked against its contents. */
export interface MediaInfo {
  /** ffmpeg's name for the container, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string;
  /** Seconds; null when the file does not say. */
  duration: number | null;
  /** Seconds at which the first stream begins. */
  startTime: number;
  /** Bytes. */
  size: number;
  streamCount: number;
  /** The first video stream that is not a cover picture. */
  video: VideoStream | null;
  /** The default audio stream, or the first. */
  audio: AudioStream | null;
}

const text = z.string().optional().catch(undefined);
const whole = z.coerce.number().int().nonnegative().optional().catch(undefined);
const decimal = z.coerce.number().optional().catch(undefined);

const streamSchema = z.object({
  index: z.number().int().nonnegative(),
  codec_type: text,
  codec_name: text,
  width: whole,
  height: whole,
  sample_aspect_ratio: text,
  pix_fmt: text,
  r_frame_rate: text,
  avg_frame_rate: text,
  color_range: text,
  color_space: text,
  color_transfer: text,
  color_primaries: text,
  extradata_hash: text,
  nb_frames: whole,
  start_time: decimal,
  duration: decimal,
  channels: whole,
  sample_rate: whole,
  disposition: z.object({ default: whole, attached_pic: whole }).optional().catch(undefined),
  tags: z.object({ rotate: decimal, DURATION: text }).optional().catch(undefined),
  side_data_list: z
    .array(z.object({ rotation: decimal }))
    .optional()
    .catch(undefined),
});
type RawStream = z.output<typeof streamSchema>;

/** ffprobe's JSON, as far as we read it; any field may be missing or nonsense. */
export const probeOutputSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({ format_name: z.string(), duration: decimal, start_time: decimal, size: whole, nb_streams: whole }),
});

/** The ffprobe arguments that ask for exactly the fields we read. */
export const PROBE_ENTRIES = [
  'format=format_name,duration,start_time,size,nb_streams',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,r_frame_rate,avg_frame_rate,' +
    'color_range,color_space,color_transfer,color_primaries,extradata_hash,nb_frames,start_time,duration,channels,sample_rate',
  'stream_disposition=default,attached_pic',
  'stream_tags=rotate,DURATION',
  'stream_side_data=rotation',
].join(':');

function ratio(value: string | undefined, separator: string): Ratio | null {
  const [num = 0, den = 0] = (value ?? '').split(separator).map(Number);
  return num > 0 && den > 0 && Number.isFinite(num / den) ? { num, den } : null;
}

function rate(value: string | undefined): number | null {
  const found = ratio(value, '/');
  return found && found.num / found.den;
}

/** Matroska stores a stream's length as a tag: `00:00:03.333000000`. */
function taggedSeconds(value: string | undefined): number | null {
  const parts = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(value ?? '');
  return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : null;
}

function named(value: string | undefined): string | null {
  return value === undefined || value === 'unknown' || value === 'unspecified' ? null : value;
}

function rotationOf(stream: RawStream): number {
  const counterclockwise = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation;
  const degrees = counterclockwise !== undefined ? -counterclockwise : (stream.tags?.rotate ?? 0);
  return (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
}

function videoOf(stream: RawStream): VideoStream {
  const [width, height] = [stream.width ?? 0, stream.height ?? 0];
  const sar = ratio(stream.sample_aspect_ratio, ':') ?? { num: 1, den: 1 };
  const rotation = rotationOf(stream);
  const seen = [Math.round((width * sar.num) / sar.den), height] as const;
  const [displayWidth, displayHeight] = rotation % 180 === 0 ? seen : [seen[1], seen[0]];
  const colorTransfer = named(stream.color_transfer);
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    width,
    height,
    displayWidth,
    displayHeight,
    rotation,
    sar,
    pixelFormat: named(stream.pix_fmt),
    averageRate: rate(stream.avg_frame_rate),
    baseRate: rate(stream.r_frame_rate),
    colorRange: stream.pix_fmt?.startsWith('yuvj') ? 'pc' : named(stream.color_range),
    colorSpace: named(stream.color_space),
    colorTransfer,
    colorPrimaries: named(stream.color_primaries),
    hdr: colorTransfer === 'smpte2084' || colorTransfer === 'arib-std-b67',
    parameterSets: /^MD5:([0-9a-f]{32})$/i.exec(stream.extradata_hash ?? '')?.[1]?.toLowerCase() ?? null,
    frames: stream.nb_frames ?? null,
    startTime: stream.start_time ?? 0,
    duration: stream.duration ?? taggedSeconds(stream.tags?.DURATION),
  };
}

function audioOf(stream: RawStream): AudioStream {
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    channels: stream.channels ?? 0,
    sampleRate: stream.sample_rate ?? 0,
    startTime: stream.start_time ?? 0,
    duration: stream.duration ?? taggedSeconds(stream.tags?.DURATION),
  };
}

/** Converts ffprobe's validated output to what the engine works with. */
export function mediaInfoOf(output: z.output<typeof probeOutputSchema>): MediaInfo {
  const { streams, format } = output;
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const audio = sounds.find((stream) => stream.disposition?.default === 1) ?? sounds[0];
  return {
    container: format.format_name,
    duration: format.duration ?? null,
    startTime: format.start_time ?? 0,
    size: format.size ?? 0,
    streamCount: Math.max(streams.length, format.nb_streams ?? 0),
    video: video ? videoOf(video) : null,
    audio: audio ? audioOf(audio) : null,
  };
}

/** Whether the time between frames varies. */
export function isVariable({ averageRate, baseRate }: VideoStream): boolean {
  return averageRate === null || baseRate === null || Math.abs(baseRate / averageRate - 1) > 0.002;
}

/** How the pictures of a file follow each other. */
export function rhythmOf({ startTime }: Pick<MediaInfo, 'startTime'>, video: VideoStream): Rhythm {
  return { rate: isVariable(video) ? null : video.baseRate, begins: video.startTime - startTime };
}
