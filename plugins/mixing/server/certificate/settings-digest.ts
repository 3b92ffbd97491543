import { createHash } from 'node:crypto';

import type { MixProject } from '#plugins/mixing/project.ts';

export interface SettingsOptions {
  project: MixProject;
  share: number | undefined;
  seed: number;
  /** Hash of the background music's file. */
  music: string | undefined;
  materials: readonly { id: string; source: { hash: string } }[];
}

/** Digest of everything that outputs are made from, besides their number: same digest and seed, same videos. */
export function settingsDigest({ project, share, seed, music, materials }: SettingsOptions): string {
  const { name: _, ...rest } = project;
  const facts = { rest, share, seed, music, materials: materials.map(({ id, source }) => [id, source.hash]) };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
