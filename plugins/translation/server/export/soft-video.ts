import { join } from 'node:path';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { cutNode } from '#core/server/services/media/cut/cut-node.ts';
import { CUT_FILES } from '#core/server/services/media/cut/exact-cut.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readSource } from '#core/server/services/media/operations/read-source.ts';
import { untrustedInput, type MediaRunner } from '#core/server/services/media/runner.ts';
import { ownName, trackLanguage } from './track-language.ts';

import { writeTextTrack, type TextSpan } from './text-track.ts';

/** Subtitles that players show on demand. */
export interface SoftTrack {
  /** BCP 47 tag. */
  language: string;
  spans: readonly TextSpan[];
}

/** What is kept as it is in an MP4 that any player plays. */
const [PICTURES, SOUNDS] = [
  ['h264', 'hevc'],
  ['aac', 'mp3'],
];

/** Where a file goes, and who is told. */
export interface SoftWork {
  folder: string;
  signal: AbortSignal;
  progress(done: number): void;
}

/** What became of a video with tracks. */
export interface SoftVideo {
  /** Path of the MP4. */
  video: string;
  width: number;
  height: number;
  seconds: number;
}

/**
 * Puts tracks of subtitles beside picture and sound of a material, both of which are copied. Only what MP4 cannot hold is
 * encoded first, once for all languages.
 * @throws expected what damaged materials are told by; AbortError
 */
export async function softVideo(
  media: Pick<Media, 'graph' | 'runner'>,
  source: NodeSource,
  tracks: readonly SoftTrack[],
  { folder, signal, progress, sound = null }: SoftWork & { sound?: NodeSource | null },
): Promise<SoftVideo> {
  const { runner, graph } = media;
  const read = ([made = '']: readonly string[]) => readMaterial(made, source.name, { minSeconds: 0 });
  const { video, audio, duration } = await graph.make([materialNode(runner, source)], read, { signal });
  const facts = { width: video.displayWidth, height: video.displayHeight, seconds: duration };
  const to = { folder, signal, picture: facts };
  if (PICTURES.includes(video.codec) && (audio === null || SOUNDS.includes(audio.codec))) {
    const streams = [video.index, ...(audio === null ? [] : [audio.index])];
    const path = await readSource(source, (from) =>
      withSound(sound, { path: from, streams }, (of) => addTracks(runner, of, tracks, to)),
    );
    progress(1);
    return { video: path, ...facts };
  }
  const node = cutNode(runner, source, { from: 0, to: null, reframe: UNCHANGED });
  const streams = audio === null ? [0] : [0, 1];
  const path = await graph.make(
    [node],
    ([made = '']) =>
      withSound(sound, { path: join(made, CUT_FILES.video), streams }, (of) => addTracks(runner, of, tracks, to)),
    { signal, onProgress: (done) => progress(done) },
  );
  return { video: path, ...facts };
}

/** Streams of a file, the first of which is its pictures. */
export interface Streams {
  path: string;
  streams: readonly number[];
  /** A file whose sound is heard rather than that of the streams. */
  sound?: string;
}

/** Uses streams with the sound of another material, if there is one. */
export async function withSound<T>(
  sound: NodeSource | null,
  own: Streams,
  use: (streams: Streams) => Promise<T>,
): Promise<T> {
  if (sound === null) return await use(own);
  return await readSource(sound, (path) => use({ ...own, streams: own.streams.slice(0, 1), sound: path }));
}

/**
 * Puts tracks of subtitles beside the streams of a file, which are copied.
 * @returns the path of the MP4
 */
export async function addTracks(
  runner: MediaRunner,
  { path, streams, sound }: Streams,
  tracks: readonly SoftTrack[],
  { folder, signal, picture }: { folder: string; signal: AbortSignal; picture: { width: number; height: number } },
): Promise<string> {
  const files = tracks.map((_, at) => join(folder, `track-${at}.mp4`));
  for (const [at, { language, spans }] of tracks.entries()) {
    await writeTextTrack(files[at] ?? '', spans, { language, picture });
  }
  const video = join(folder, 'subtitled.mp4');
  const before = sound === undefined ? 1 : 2;
  await runner.ffmpeg({
    ...{ cwd: folder, signal, nice: 10 },
    args: [
      ...[
        '-y',
        ...untrustedInput(path),
        ...(sound === undefined ? [] : untrustedInput(sound)),
        ...files.flatMap((file) => untrustedInput(file)),
      ],
      ...streams.flatMap((stream) => ['-map', `0:${stream}`]),
      ...(sound === undefined ? [] : ['-map', '1:a:0']),
      ...files.flatMap((_, at) => ['-map', `${at + before}:0`]),
      // ffmpeg writes an empty text wherever one ends.
      ...['-c', 'copy', '-bsf:s', String.raw`noise=drop=eq(size\,2)`, '-map_metadata', '-1'],
      ...tracks.flatMap(({ language }, at) => [
        ...[`-metadata:s:s:${at}`, `language=${trackLanguage(language)}`],
        ...[`-metadata:s:s:${at}`, `title=${ownName(language)}`],
        ...[`-metadata:s:s:${at}`, `handler_name=${ownName(language)}`],
        ...[`-disposition:s:${at}`, at === 0 ? 'default' : '0'],
      ]),
      ...['-movflags', '+faststart', '-f', 'mp4', video],
    ],
  });
  return video;
}
