import type { ExpectedError } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';

import type { Certificate } from '#plugins/mixing/certificate.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { ShotGroups } from '../plan/shot-groups.ts';
import type { RefusedMaterial } from '../render/prepare-materials.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import type { Recipe } from '../render/recipe.ts';
import type { BatchJournal } from './batch-journal.ts';
import type { OutputRecord } from './output-record.ts';
import type { Learnt } from './plan-missing.ts';

/** What a batch is made with, and what this start of it knows. */
export interface Batch {
  readonly media: Media;
  readonly providers: Pick<Providers, 'use' | 'inOrder'>;
  readonly project: MixProject;
  readonly music?: NodeSource | undefined;
  /** How many outputs this project shall have in all. */
  readonly count: number;
  /** The limit that was asked for, in shots. */
  readonly share?: number | undefined;
  readonly seed: number;
  /** Written into the certificate. */
  readonly tools: Certificate['tools'];
  /** Where the videos go. */
  readonly out: string;
  readonly journal: BatchJournal;
  /** Digest of all that the videos depend on. */
  readonly settings: string;
  /** Those that can be used; damaged ones are taken out as they are found. */
  readonly materials: Map<string, ReadyMaterial>;
  readonly refused: RefusedMaterial[];
  onRefused(refused: RefusedMaterial): void;

  /** Damaged materials of this round, by their hashes. */
  readonly broken: Map<string, ExpectedError>;
  readonly learnt: Learnt;
  /** What is rendered and not yet compared, by the item's id. */
  readonly rendered: Map<string, OutputRecord>;
  /** What the last plan found; undefined before the first. */
  planned?: PlannedBatch;
}

export interface PlannedBatch {
  choices: ShotGroups;
  /** The most shots that two outputs may have in common, where this plan changed it. */
  mostShared: number | null;
  /** How the outputs were found last. */
  method: string | null;
  /** The material yields no more than so many in all. */
  bound: number;
  /** What the outputs say, by their places; empty for nothing. */
  voices: ReadonlyMap<number, RenderNode>;
  music: RenderNode | undefined;
  /** By the output's place. */
  recipes: ReadonlyMap<number, Recipe>;
}

/** The most shots that outputs may share: as it was asked for, or as the first plan came to. */
export function limitOf({ share, journal, settings }: Batch): number | undefined {
  return share ?? journal.mostShared(settings) ?? undefined;
}
