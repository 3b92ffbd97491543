import type { z } from 'zod';

import type { measureMixProject, MixPreview } from '#plugins/mixing/calls.ts';
import type { ShotWork } from '../measure/run-work.ts';

type Answer = z.output<(typeof measureMixProject)['data']>;

/** What a project yields, before anything is known of this installation or the account. */
export interface Measured extends Pick<Answer, 'rows' | 'level' | 'advice' | 'alike' | 'provisional' | 'seconds'> {
  /** Shots that each group can show. */
  shots: [group: string, shots: number][];
  work: ShotWork;
}

/** The planned combinations in their order. */
export type PlannedPreview = Pick<MixPreview, 'shots' | 'frames'>[];
