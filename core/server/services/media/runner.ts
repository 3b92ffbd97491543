import type { MediaInfo } from './media-info.ts';

/** Where the tools are and what they can do; part of every cache key through `version`. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** The version string of ffmpeg, such as `5.1.9-0+deb12u1`. */
  version: string;
  /** util-linux's `prlimit`, which limits memory and CPU time; null where there is none. */
  prlimit: string | null;
  /** util-linux's `setpriv`, which ends a tool with this process; null where there is none. */
  setpriv: string | null;
}

export interface RunOptions {
  /** Arguments after our own safety flags. Paths in filters must be relative to `cwd`. */
  args: readonly string[];
  /** Working folder; concat lists, subtitle files and outputs are named relative to it. */
  cwd: string;
  signal?: AbortSignal;
  /** Wall-clock limit in seconds; 600 when absent. */
  timeout?: number;
  /** CPU limit in seconds; twice the wall limit when absent. */
  cpuSeconds?: number;
  /** Called with the position in the output, in seconds, about five times a second. */
  onProgress?: (seconds: number) => void;
  /** Bytes for standard input; absent means none. */
  input?: NodeJS.ReadableStream;
  /** Called with each chunk of standard output; absent means standard output is not read. */
  onOutput?: (chunk: Buffer) => void;
  /** Lower scheduling priority; batch work runs at 10. */
  nice?: number;
  /** Keeps what filters report (loudness summaries and the like) in `log`; else only warnings and errors. */
  keepInfo?: boolean;
}

/** What a run that succeeded leaves. */
export interface RunResult {
  /** What the tool wrote to standard error, the last 64 kB. */
  log: string;
  /** CPU time of the process in seconds, user and system, when the platform tells. */
  cpu?: number;
}

/**
 * Runs ffmpeg and ffprobe as children that cannot harm: memory, CPU and time are limited, they die
 * with this process, they read no network, and a cancel kills them at once.
 */
export interface MediaRunner {
  readonly tools: MediaTools;
  /** How many tool processes run at once; further ones wait. */
  readonly slots: number;
  /**
   * @throws expected `core:media.tool-failed` (with the tool's last words as its cause),
   * `core:media.timeout`, `core:media.memory`, `core:disk-full`; an AbortError when cancelled, after
   * the tool is really gone; TypeError for an input that is not a local file
   */
  ffmpeg(options: RunOptions): Promise<RunResult>;
  ffprobe(options: Omit<RunOptions, 'onProgress' | 'onOutput' | 'keepInfo'>): Promise<{ stdout: string; log: string }>;
}

/** Input flags for a file that came from outside: only known containers, no protocols but file. */
export function untrustedInput(path: string): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    'mov,mp4,m4a,3gp,3g2,mj2,flv,matroska,webm,mp3,wav,aac,ogg,flac,png_pipe,jpeg_pipe,webp_pipe,gif',
    '-probesize',
    '5M',
    '-analyzeduration',
    '5M',
    '-i',
    `file:${path}`,
  ];
}

/**
 * Input flags for a file from outside that was inspected before. ffmpeg decodes a picture to learn what
 * a stream is, a third of what a short look costs. An MP4 states all that its H.264 needs, the delay of its pictures too.
 */
export function inspectedInput(path: string, { container, video }: MediaInfo): string[] {
  const isStated = container.split(',').includes('mp4') && video?.codec === 'h264';
  return [...(isStated ? ['-nofind_stream_info'] : []), ...untrustedInput(path)];
}
