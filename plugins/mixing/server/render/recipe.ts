import { clipCaptions, type CaptionTrack } from '#plugins/mixing/captions.ts';
import { pictureOf, type Picture } from '#core/contract/picture.ts';
import { appliedEffect } from '../effects/applied-effect.ts';
import { CLIP_FILES, clipNode } from '../operations/clip.ts';
import { JOINT_FILES, jointNode } from '../operations/joint.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';
import { outputFrames } from './output-frames.ts';
import type { ReadyMaterial } from './ready-material.ts';

/** One shot of an output, in playing order. */
export interface RecipeShot {
  group: string;
  material: string;
  window: { start: number; end: number };
}

/** A piece of the joined picture. */
export interface RecipePart {
  /** Index into {@link Recipe.nodes}. */
  node: number;
  /** Its segment inside the node's folder. */
  segment: string;
  /** The fingerprint of the clip that it is the body of; null for a transition, whose footage its clips tell. */
  footage: string | null;
  frames: number;
}

/** How one output is made: which nodes, joined in which order, sounding how. */
export interface Recipe {
  picture: Picture;
  nodes: RenderNode[];
  parts: RecipePart[];
  sounds: { node: number; volume: number; blendAfter: number }[];
  frames: number;
}

export interface RecipeOptions {
  project: MixProject;
  materials: ReadonlyMap<string, ReadyMaterial>;
  shots: readonly RecipeShot[];
  /** Frames shared with the next shot, by group id. */
  blends: ReadonlyMap<string, number>;
  /** The title over the opening. */
  title: string | null;
}

/** Turns the shots of one output into nodes of the render graph. @throws as {@link appliedEffect} */
export function recipeOf(media: Pick<Media, 'runner' | 'effects'>, options: RecipeOptions): Recipe {
  const { project, materials, shots, blends } = options;
  const { runner } = media;
  const picture = pictureOf(project.ratio, project.resolution);
  const groups = new Map(project.groups.map((group) => [group.id, group]));
  const timeline = outputFrames(project, shots, blends);
  const recipe: Recipe = { picture, nodes: [], parts: [], sounds: [], frames: timeline.frames };

  let last: { node: RenderNode; group: MixGroup; blend: number } | null = null;
  shots.forEach((shot, index) => {
    const group = groups.get(shot.group);
    const material = materials.get(shot.material);
    const place = timeline.shots[index];
    if (group === undefined || material === undefined || place === undefined) {
      throw new TypeError(`recipeOf: unknown group "${shot.group}" or material "${shot.material}"`);
    }
    const { start, frames, before, after } = place;
    const node = clipNode(runner, {
      source: material.source,
      info: material.info,
      window: shot.window,
      picture,
      fit: project.fit,
      speed: group.speed,
      mirror: group.mirror,
      blend: { before, after },
      effect: appliedEffect(media, group, { ...picture, frames }),
      captions: captionsOf(options, group, start / picture.fps, (start + frames) / picture.fps),
    });
    if (last !== null && last.blend > 0) {
      const joint = jointNode(runner, {
        from: last.node,
        to: node,
        transition: last.group.transition?.kind ?? 'fade',
        frames: last.blend,
        picture,
      });
      const at = recipe.nodes.push(joint) - 1;
      recipe.parts.push({ node: at, segment: JOINT_FILES.body, footage: null, frames: last.blend });
    }
    const at = recipe.nodes.push(node) - 1;
    const bodyFrames = frames - before - after;
    recipe.parts.push({ node: at, segment: CLIP_FILES.body, footage: CLIP_FILES.footage, frames: bodyFrames });
    recipe.sounds.push({ node: at, volume: group.keepSound ? 1 : 0, blendAfter: after });
    last = { node, group, blend: after };
  });
  return recipe;
}

function captionsOf({ project, title }: RecipeOptions, group: MixGroup, start: number, end: number): CaptionTrack[] {
  const tracks: CaptionTrack[] = [];
  if (group.text !== '') {
    tracks.push({ style: project.textStyle, events: [{ start: 0, end: end - start, text: group.text }] });
  }
  if (project.subtitles !== null) {
    tracks.push(clipCaptions({ style: project.subtitles.style, events: project.subtitles.cues }, start, end));
  }
  if (title !== null && project.titles !== null) {
    const whole = { style: project.titles.style, events: [{ start: 0, end: project.titles.seconds, text: title }] };
    tracks.push(clipCaptions(whole, start, end));
  }
  return tracks.filter((track) => track.events.length > 0);
}
