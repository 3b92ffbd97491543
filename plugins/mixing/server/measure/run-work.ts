import { pictureOf } from '#core/contract/picture.ts';
import { clipFrames } from '../operations/clip.ts';

import type { PlanGroup } from '../plan/plan-input.ts';
import type { PlannedProject } from '../render/planned-project.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';

// CPU seconds, from docs/benchmarks.md: encoding a second of a million pixels, the same in a transition, looking at
// a shot, joining a video with its sound, starting a tool, and decoding a million pixels to see what they show.
const ENCODE = 0.56;
const BLEND = 1.5;
const LOOK = 0.3;
const JOIN = 0.9;
const START = 0.08;
const DECODE = 0.002;

/** What there is to encode in a project at most: every shot and every joint is encoded once, however often it is used. */
export interface ShotWork {
  /** Millions of pixels of a frame. */
  megapixels: number;
  /** Different shots in all groups, and their seconds together. */
  shots: number;
  shotSeconds: number;
  /** Different pairs of neighbouring shots, and the seconds of a transition between two, in the mean. */
  joints: number;
  jointSeconds: number;
  /** Shots of one video. */
  groups: number;
}

/** Looks what there is to encode. */
export function shotWork(
  project: PlannedProject,
  groups: readonly PlanGroup[],
  blends: ReadonlyMap<string, number>,
): ShotWork {
  const picture = pictureOf(project.ratio, project.resolution);
  let [shots, frames, joints, blended] = [0, 0, 0, 0];
  groups.forEach(({ id, shots: own }, index) => {
    const speed = project.groups.find((group) => group.id === id)?.speed ?? 1;
    shots += own.length;
    for (const { window } of own) frames += clipFrames(window, speed, picture.fps);
    const blend = blends.get(id) ?? 0;
    const next = groups[index + 1];
    if (next === undefined || blend === 0) return;
    joints += own.length * next.shots.length;
    blended += own.length * next.shots.length * blend;
  });
  return {
    megapixels: (picture.width * picture.height) / 1e6,
    ...{ shots, shotSeconds: frames / picture.fps, joints, groups: groups.length },
    jointSeconds: joints === 0 ? 0 : blended / joints / picture.fps,
  };
}

/**
 * About how many CPU seconds a number of videos takes, as far as the machine of the benchmarks tells; how long that
 * lasts here is another figure.
 */
export function cpuSecondsOf(work: ShotWork, videos: number): number {
  const used = Math.min(work.shots, videos * work.groups);
  const seconds = work.shots === 0 ? 0 : (work.shotSeconds * used) / work.shots;
  const joints = Math.min(work.joints, videos * Math.max(0, work.groups - 1));
  const pictures = work.megapixels * (ENCODE * seconds + BLEND * joints * work.jointSeconds);
  return pictures + LOOK * used + JOIN * videos;
}

/** As {@link cpuSecondsOf}, of decoding whole materials only to see what they show. */
export function lookSecondsOf(materials: readonly ReadyMaterial[]): number {
  const pixels = materials.map(({ info: { video, frames } }) => (video.width * video.height * frames) / 1e6);
  return materials.length * START + DECODE * pixels.reduce((sum, each) => sum + each, 0);
}
