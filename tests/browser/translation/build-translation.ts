import type { Line, Project } from '#plugins/translation/calls.ts';

import { idOf } from '../crop/crop-kit.ts';

export const AT = '2027-01-04T01:00:00.000Z';

/** A project of two lines in one language, of a text without a video. */
export const buildProject = (more: Partial<Project> = {}): Project => ({
  ...{ id: idOf(1), name: '开箱', from: 'zh-CN', lines: 2, state: 'review', tone: 'plain', about: '' },
  ...{ terms: [], product: '' },
  targets: [{ language: 'en-US', state: 'idle', error: null, drafted: 1, done: 1, changed: 0 }],
  ...{ textId: idOf(9), materialId: null, seconds: null, split: 'done', published: 3, createdAt: AT, updatedAt: AT },
  ...more,
});

/** An open line of it, a second long but for its last tenth. */
export const buildLine = (number: number, more: Partial<Line> = {}): Line => ({
  ...{ cue: `c${number}`, start: number * 1000, end: number * 1000 + 900, speaker: '', source: '全场包邮' },
  ...{ text: '', state: 'open', origin: null, score: null, service: null, isStale: false, revision: 0 },
  ...more,
});
