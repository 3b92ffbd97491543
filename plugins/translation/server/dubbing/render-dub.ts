import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { slowedTime, type SlowStretch } from '#core/contract/slow-stretches.ts';
import type { SpeechSpan } from '#core/contract/speech.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { inspectMaterial, type Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { SOUND_ENCODER } from '#core/server/services/media/operations/encode-sound.ts';
import { SOUND_FILE, soundNode } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { inspectedInput } from '#core/server/services/media/runner.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';

import { hashPictures, hashSource, provePictures } from './copied-pictures.ts';
import { loweredSpans } from './lowered-spans.ts';
import { mixDub } from './mix-dub.ts';
import { slowPictures } from './slow-picture-operation.ts';
import { slowSoundOperation } from './slow-sound-operation.ts';
import { pacedNode } from './speak.ts';
import type { SpokenLine } from './speak-lines.ts';

/** Codecs of pictures that an MP4 has and browsers know there. */
const COPIED = new Set(['h264', 'hevc', 'av1', 'vp9', 'mpeg4']);

export interface DubWork {
  source: NodeSource;
  material: Material;
  /** Where somebody speaks in the original. */
  speech: readonly SpeechSpan[];
  under: number;
  lines: readonly SpokenLine[];
  /** What is slower of it, in milliseconds. */
  stretches: readonly SlowStretch[];
  folder: string;
  signal: AbortSignal;
}

/**
 * Puts spoken lines over a video: its pictures are copied but for those that are slower, its sound is mixed with them and
 * encoded once.
 * @param heard is called with the file and the sounds of the lines, while these are there
 * @returns its path, and how many pictures are copied; null for all
 * @throws expected `translation:dub.codec` (422); AssertionError when a picture is another one than before
 */
export async function renderDub<T>(
  { media }: Pick<ServerContext, 'media'>,
  { source, material, speech, under, lines, stretches, folder, signal }: DubWork,
  heard: (file: string, sounds: ReadonlyMap<string, string>) => Promise<T>,
): Promise<{ path: string; copied: number | null; heard: T }> {
  const { runner, graph } = media;
  if (!COPIED.has(material.video.codec)) fail('translation:dub.codec', {}, { kind: 'invalid' });
  const spoken = lines.flatMap(({ line, spoken: said, place }) =>
    said !== null && 'node' in said && place.fits
      ? [{ line, place, node: pacedNode({ media }, said.node, place.factor) }]
      : [],
  );
  const kept = lines
    .filter(({ line }) => !spoken.some((own) => own.line === line))
    .map(({ place }) => inSeconds(place));
  const slowed = (seconds: number): number => slowedTime(stretches, seconds * 1000) / 1000;
  const original = material.audio === null ? [] : [slower(media, soundNode(runner, source), stretches)];
  const nodes = [...spoken.map(({ node }) => node), ...original];
  return await graph.make(
    nodes,
    async (folders) => {
      const paths = folders.map((made) => join(made, SOUND_FILE));
      const sounds = new Map(spoken.map(({ line }, at) => [line.cue, paths[at] ?? '']));
      const voices = spoken.map(({ place }) => ({
        voice: inSeconds({ start: place.start, end: place.start + place.takes }),
        cue: inSeconds(place),
      }));
      const sound = join(folder, 'dub.wav');
      await mixDub(
        {
          ...{ length: Math.round(slowed(material.duration) * SAMPLE_RATE), under },
          original: original.length === 0 ? null : (paths.at(-1) ?? null),
          lowered: loweredSpans(
            speech.map(({ start, end }) => ({ start: slowed(start), end: slowed(end) })),
            voices,
            kept,
          ),
          lines: spoken.map(({ place }, at) => ({ path: paths[at] ?? '', at: place.start / 1000 })),
        },
        sound,
        signal,
      );
      const path = join(folder, 'dub.mp4');
      const { name } = source;
      const put = async (from: string, own: Material, pictures: readonly string[]): Promise<void> => {
        await putSound(runner, { from, material: own, sound, path, folder, signal });
        await provePictures(runner, { path, name }, pictures, signal);
      };
      const copied =
        stretches.length === 0
          ? await source.read(async (from) => {
              await put(from, material, await hashSource(media, source, material.video.index, signal));
              return null;
            })
          : await slowPictures(media, { source, stretches, signal }, async (from, facts) => {
              const slow = await inspectMaterial(runner, from, { minSeconds: 0, name }, signal);
              const pictures = { path: from, name, stream: slow.video.index };
              await put(from, slow, await hashPictures(runner, pictures, signal));
              return facts.copied;
            });
      return { path, copied, heard: await heard(path, sounds) };
    },
    { signal },
  );
}

/** A sound in the time of the slower video. */
const slower = (media: ServerContext['media'], sound: RenderNode, stretches: readonly SlowStretch[]): RenderNode =>
  stretches.length === 0 ? sound : media.node(slowSoundOperation, { stretches: [...stretches] }, { inputs: [sound] });

const inSeconds = ({ start, end }: { start: number; end: number }): SpeechSpan => ({
  ...{ start: start / 1000, end: end / 1000 },
});

interface Muxing {
  from: string;
  material: Material;
  path: string;
  signal: AbortSignal;
}

async function putSound(
  runner: MediaRunner,
  { from, material, sound, path, folder, signal }: Muxing & { sound: string; folder: string },
): Promise<void> {
  const { index, codec } = material.video;
  await runner.ffmpeg({
    ...{ cwd: folder, signal, nice: 10, timeout: 120 + material.duration },
    args: [
      '-y',
      ...inspectedInput(from, material),
      ...['-i', sound, '-map', `0:${index}`, '-map', '1:a', '-c:v', 'copy'],
      // Without it, players of Apple show no picture.
      ...(codec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
      ...[...SOUND_ENCODER, '-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', path],
    ],
  });
}
