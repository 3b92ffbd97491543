import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { evenGains } from '#plugins/mixing/even-sound.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { assemble } from '#core/server/services/media/operations/assemble.ts';
import { CLIP_FILES, clipLoudness } from '../operations/clip.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { NO_FOOTAGE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import { makeSoundtrack, type ShotSound } from '../operations/soundtrack.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { Recipe, RecipePart } from './recipe.ts';
import { shownPieces } from './shown-pieces.ts';

/** Nodes of the sounds that outputs of a run share. */
export interface SharedSounds {
  music?: RenderNode;
  voice?: RenderNode;
}

export interface RenderOutputOptions {
  project: MixProject;
  recipe: Recipe;
  sounds: SharedSounds;
  /** Where the video goes; it appears there whole. */
  output: string;
  /** A folder for files of this attempt, on the file system of `output`. */
  work: string;
  signal?: AbortSignal;
  onProgress?: (done: number, secondsLeft: number | null) => void;
}

/** What is known of a finished output; the certificate is made from it. */
export interface RenderedOutput {
  sha256: string;
  /** Bytes. */
  size: number;
  seconds: number;
  /** The pieces of the picture in order. */
  parts: { key: string; frames: number; footage: Fingerprint }[];
  /** Chromaprint of the sound. */
  audio: Uint32Array;
  /** How far loud and soft passages lie apart, in LU; absent in videos of before it was measured. */
  loudnessRange?: number;
  /** Frames that are copies of a material's, because it fitted already; absent in videos of before there were any. */
  copied?: number;
  /** Shots whose pictures are such copies, all or most of them; absent in videos of before they were counted. */
  copiedShots?: number;
}

/** Share of the progress that joining takes once the nodes are there. */
const JOINING = 0.1;

/** Makes one output: its nodes where they are missing, its sound, and the file by copy. */
export async function renderOutput(media: Media, options: RenderOutputOptions): Promise<RenderedOutput> {
  const { project, recipe, sounds, output, signal, onProgress } = options;
  const shared = [sounds.music, sounds.voice].filter((node) => node !== undefined);
  const keys = recipe.nodes.map((node) => media.graph.key(node));

  return media.graph.make(
    [...recipe.nodes, ...shared],
    async (folders) => {
      const folderOf = (index: number) => folders[index] ?? '';
      const soundOf = (node: RenderNode | undefined) =>
        node === undefined ? undefined : join(folderOf(recipe.nodes.length + shared.indexOf(node)), SOUND_FILE);
      await mkdir(options.work, { recursive: true });
      const work = await mkdtemp(join(options.work, 'output-'));
      try {
        const music = soundOf(sounds.music);
        const voice = soundOf(sounds.voice);
        const sound = join(work, 'sound.wav');
        const shots = await heardShots(project, recipe, folderOf);
        const loudnessRange = await makeSoundtrack(
          {
            frames: recipe.frames,
            fps: recipe.picture.fps,
            shots,
            music: project.music === null || music === undefined ? undefined : { ...project.music, path: music },
            speech: voice === undefined ? undefined : { path: voice, volume: project.dubbing?.volume ?? 1 },
          },
          sound,
          signal,
        );
        const segments = recipe.parts.map((part) => ({
          path: join(folderOf(part.node), part.segment),
          frames: part.frames,
        }));
        const finished = await assemble(media.runner, { segments, picture: recipe.picture, sound }, work, signal);
        const rendered = {
          sha256: finished.sha256,
          size: finished.size,
          seconds: recipe.frames / recipe.picture.fps,
          parts: await Promise.all(
            recipe.parts.map(async (part) => {
              const key = `${keys[part.node]}/${part.segment}`;
              return { key, frames: part.frames, footage: await shownBy(part, key, folderOf(part.node)) };
            }),
          ),
          audio: finished.fingerprint,
          loudnessRange: Math.round(loudnessRange * 10) / 10,
          copied: finished.copied,
          copiedShots: finished.copiedSegments,
        };
        await rename(finished.path, output);
        return rendered;
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    { signal, onProgress: (done, left) => onProgress?.(done * (1 - JOINING), left) },
  );
}

async function shownBy({ footage }: RecipePart, key: string, folder: string): Promise<Fingerprint> {
  if (footage === null) return NO_FOOTAGE;
  return shownPieces.get(key) ?? shownPieces.set(key, await readFingerprint(join(folder, footage)));
}

/** The sounds of the shots, brought to one loudness where the project wants it. */
async function heardShots(
  { evenSound }: MixProject,
  { sounds }: Recipe,
  folderOf: (node: number) => string,
): Promise<ShotSound[]> {
  const heard = sounds.filter(({ volume }) => volume > 0);
  const loudness = evenSound ? await Promise.all(heard.map(({ node }) => clipLoudness(folderOf(node)))) : [];
  const gains = evenGains(loudness);
  return sounds.map((sound) => ({
    path: join(folderOf(sound.node), CLIP_FILES.sound),
    volume: sound.volume * (gains[heard.indexOf(sound)] ?? 1),
    blendAfter: sound.blendAfter,
  }));
}
