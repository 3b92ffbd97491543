import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { drawOnce, makeOnce } from '#tests/draw-once.ts';

/** How long most of them last. */
const SECONDS = 2.5;
/** When a tone begins in the sound of those that have one. */
export const TONE_AT = 1;

/**
 * Waves that run through all of the picture by a seventh of their length with every frame: wherever somebody looks, a
 * frame is unlike those before and after it.
 */
const waves = (size: string, rate: number, seconds: number): string =>
  `testsrc2=s=${size}:r=${rate}:d=${seconds},format=yuv420p,` +
  `geq=lum='0.4*lum(X\\,Y)+70+60*sin(2*PI*((X+Y)/H+N/7))':cb='cb(X\\,Y)':cr='cr(X\\,Y)'`;
const TONE = `aevalsrc=0.4*sin(2*PI*440*t)*gte(t\\,${TONE_AT}):s=48000:d=${SECONDS}`;
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-bf', '2'];
const AAC = ['-c:a', 'aac', '-ac', '2', '-shortest'];

interface Drawing {
  size: string;
  /** Frames a second. */
  rate: number;
  options?: readonly string[];
  isSilent?: boolean;
  /** Its file says that it is to be shown turned by a quarter. */
  isTurned?: boolean;
  /** Pixels as people see them; as in `size` when absent. */
  seen?: readonly [width: number, height: number];
}

const UNEVEN = "setpts='(N*2+mod(N\\,3)*0.7)/60/TB'";

/** What phones, cameras and editors make, beside what everybody tries. */
const DRAWINGS = {
  plain: { size: '320x180', rate: 30 },
  silent: { size: '320x180', rate: 30, isSilent: true },
  fast: { size: '160x90', rate: 120 },
  odd: { size: '321x181', rate: 30, options: ['-pix_fmt', 'yuv444p'] },
  fields: { size: '320x180', rate: 25, options: ['-x264-params', 'tff=1', '-flags', '+ilme+ildct'] },
  'ten-bit': { size: '320x180', rate: 30, options: ['-pix_fmt', 'yuv420p10le'] },
  turned: { size: '320x180', rate: 30, isTurned: true, seen: [180, 320] },
  oblong: { size: '160x180', rate: 30, options: ['-vf', 'setsar=2'], seen: [320, 180] },
  uneven: {
    ...{ size: '320x180', rate: 30 },
    options: ['-vf', UNEVEN, '-fps_mode', 'vfr', '-enc_time_base', '1:600', '-video_track_timescale', '600'],
  },
} as const satisfies Record<string, Drawing>;

/** `long` lasts almost two hours, which is the most that the library takes. */
export type AwkwardName = keyof typeof DRAWINGS | 'long';

export const AWKWARD_NAMES = [...Object.keys(DRAWINGS), 'long'] as AwkwardName[];

/** A clip, and what is true of it. */
export interface AwkwardClip {
  name: AwkwardName;
  path: string;
  /** Pixels as people see them: turned as it says, pixels as wide as high. */
  width: number;
  height: number;
  isSilent: boolean;
  /** When each frame is shown, in seconds from the first one. */
  times: readonly number[];
}

/** Draws some of the clips. */
export async function drawAwkward(folder: string, names: readonly AwkwardName[]): Promise<AwkwardClip[]> {
  const clips: AwkwardClip[] = [];
  for (const name of names) {
    const path = join(folder, `${name}.mp4`);
    if (name === 'long') {
      await drawLong(path, LONG_MINUTES);
      clips.push({ name, path, width: 64, height: 64, isSilent: true, times: probe(path).times });
      continue;
    }
    const { size, rate, options = [], isSilent = false, isTurned = false, seen }: Drawing = DRAWINGS[name];
    const drawing = [
      ...['-f', 'lavfi', '-i', waves(size, rate, SECONDS)],
      ...(isSilent ? [] : ['-f', 'lavfi', '-i', TONE, ...AAC]),
      ...H264,
      ...options,
    ];
    if (isTurned) await turnOnce(path, drawing);
    else drawOnce(path, drawing);
    const [width = 0, height = 0] = seen ?? size.split('x').map(Number);
    clips.push({ name, path, width, height, isSilent, times: probe(path).times });
  }
  return clips;
}

/** Of what is encoded the file says nothing of being turned, only of what is copied. */
async function turnOnce(path: string, drawing: readonly string[]): Promise<void> {
  await makeOnce(path, ['turned', drawing], async (to) => {
    const upright = `${to}.upright.mp4`;
    drawOnce(upright, drawing);
    ffmpeg('ffmpeg', ['-y', '-i', upright, '-c', 'copy', '-metadata:s:v', 'rotate=90', to]);
    rmSync(upright);
  });
}

const LONG_MINUTES = 119;
/** Frames a second of what lasts for hours. */
const LONG_RATE = 0.25;

/** A minute is drawn, and copied one after the other: hours take no longer than that. */
async function drawLong(path: string, minutes: number): Promise<void> {
  await makeOnce(path, ['minutes of waves', minutes, LONG_RATE], async (to) => {
    const minute = `${to}.minute.mp4`;
    drawOnce(minute, [
      ...['-f', 'lavfi', '-i', waves('64x64', LONG_RATE, 60)],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '20', '-pix_fmt', 'yuv420p'],
    ]);
    const loop = ['-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy', '-f', 'mp4', to];
    ffmpeg('ffmpeg', ['-y', ...loop]);
    rmSync(minute);
  });
}

/** Files that no tool can make anything of; why it has to say, in English. */
const SPOILED: Record<string, RegExp> = {
  'words.mp4': /no readable video/,
  'empty.mp4': /is empty/,
  'sound.mp4': /no picture/,
  'torn.mp4': /incomplete|damaged/,
  'four-hours.mp4': /240 minutes long/,
};

export interface SpoiledFile {
  path: string;
  why: RegExp;
}

/** Makes those files. */
export async function drawSpoiled(folder: string): Promise<SpoiledFile[]> {
  const at = (name: string) => join(folder, name);
  writeFileSync(at('words.mp4'), 'hello, I am not a video\n');
  writeFileSync(at('empty.mp4'), '');
  drawOnce(at('sound.mp4'), ['-f', 'lavfi', '-i', TONE, ...AAC]);
  drawOnce(at('torn.mp4'), ['-f', 'lavfi', '-i', waves('160x90', 30, 2), ...H264, '-movflags', '+faststart']);
  const whole = readFileSync(at('torn.mp4'));
  writeFileSync(at('torn.mp4'), whole.subarray(0, Math.floor(whole.length * 0.6)));
  await drawLong(at('four-hours.mp4'), 240);
  return Object.entries(SPOILED).map(([name, why]) => ({ path: at(name), why }));
}

const probedSchema = z.object({
  packets: z.array(z.object({ codec_type: z.string(), pts_time: z.string().optional(), flags: z.string() })),
  streams: z.array(z.object({ codec_type: z.string(), width: z.number().optional(), height: z.number().optional() })),
});

/** What is in a file: its coded size, whether it has sound, and when its frames are shown, in seconds from the first. */
export function probe(path: string): { width: number; height: number; hasSound: boolean; times: number[] } {
  const what = 'packet=codec_type,pts_time,flags:stream=codec_type,width,height';
  const { packets, streams } = probedSchema.parse(
    JSON.parse(ffmpeg('ffprobe', ['-show_entries', what, '-of', 'json', path])),
  );
  const { width = 0, height = 0 } = streams.find(({ codec_type: type }) => type === 'video') ?? {};
  const shown = packets.filter(({ codec_type: type, flags }) => type === 'video' && !flags.includes('D'));
  const times = shown.map(({ pts_time: time }) => Number(time)).toSorted((a, b) => a - b);
  return {
    ...{ width, height, hasSound: streams.some(({ codec_type: type }) => type === 'audio') },
    times: times.map((time) => time - (times[0] ?? 0)),
  };
}

/** Runs a tool of this machine's. @returns what it printed @throws what it complained of */
export function ffmpeg(tool: 'ffmpeg' | 'ffprobe', args: readonly string[]): string {
  return ffmpegBytes(tool, args).toString('utf8');
}

export function ffmpegBytes(tool: 'ffmpeg' | 'ffprobe', args: readonly string[]): Buffer {
  const quiet = [...(tool === 'ffmpeg' ? ['-nostdin'] : []), '-v', 'error'];
  const { status, stdout, stderr } = spawnSync(tool, [...quiet, ...args], { maxBuffer: 1 << 28 });
  if (status !== 0 || stderr.length > 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr.toString('utf8')}`);
  return stdout;
}
