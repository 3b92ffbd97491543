import type { MessageParams } from '#core/contract/errors.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { tooLong } from './dubbing.ts';
import { FEWEST_SHOTS, MAX_GROUPS, type MixProject } from './project.ts';

/** A rule that a project breaks, and where. */
export interface BrokenRule {
  code: MessageKey;
  params: MessageParams;
  /** Where in the project, such as `groups.2.name`. */
  path: string;
}

/** Subtitles may not start earlier than this, in seconds. */
const EARLIEST_SUBTITLE = 0.1;

/** What is known of a project besides itself; what is not known breaks no rule. */
export interface ProjectFacts {
  /** Seconds of its shortest video. */
  shortest?: number;
  /** What one of its videos says, and the seconds that it takes as it is spoken. */
  speech?: { part: number; text: string; seconds: number } | undefined;
}

/** Seconds by which a title or line may outlast a video: nobody sees that of a frame or two. */
const SLACK = 0.1;

/** Every rule that a project breaks, in the order of its fields; a project without any can be run. */
export function brokenRules(project: MixProject, { shortest = Infinity, speech }: ProjectFacts = {}): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const add = (path: string, code: MessageKey, params: MessageParams = {}) => broken.push({ path, code, params });

  if (project.name === '') {
    add('name', 'mixing:name-missing');
  }
  if (project.groups.length === 0) {
    add('groups', 'mixing:group-missing');
  }
  if (project.groups.length > MAX_GROUPS) {
    add('groups', 'mixing:groups-too-many', { most: MAX_GROUPS });
  }
  project.groups.forEach((group, index) => {
    if (group.name === '') {
      add(`groups.${index}.name`, 'mixing:group-name-missing', { group: index + 1 });
    }
    if (group.materials.length === 0) {
      add(`groups.${index}.materials`, 'mixing:materials-missing', { group: group.name || String(index + 1) });
    }
  });
  const shots = project.groups.reduce((sum, group) => sum + group.materials.length, 0);
  if (project.groups.length > 0 && shots < FEWEST_SHOTS) {
    add('groups', 'mixing:shots-too-few', { least: FEWEST_SHOTS });
  }
  const { titles } = project;
  if (titles !== null && titles.texts.length > 0 && titles.seconds > shortest + SLACK) {
    add('titles.seconds', 'mixing:title-past-end', { title: tenths(titles.seconds), video: tenths(shortest) });
  }
  project.subtitles?.cues.forEach((cue, index) => {
    if (cue.start <= EARLIEST_SUBTITLE) {
      add(`subtitles.cues.${index}`, 'mixing:subtitle-too-early', {
        line: index + 1,
        milliseconds: EARLIEST_SUBTITLE * 1000,
      });
    }
    if (cue.end <= cue.start) {
      add(`subtitles.cues.${index}`, 'mixing:subtitle-ends-early', { line: index + 1 });
    } else if (cue.end > shortest + SLACK) {
      const params = { line: index + 1, end: tenths(cue.end), video: tenths(shortest) };
      add(`subtitles.cues.${index}`, 'mixing:subtitle-past-end', params);
    }
  });
  const { dubbing } = project;
  if (dubbing !== null && speech !== undefined) {
    const said = { text: speech.text, speed: dubbing.speed };
    const long = tooLong(said, { spoken: speech.seconds, video: shortest });
    if (long !== null && dubbing.dealt !== true) add('dubbing.text', 'mixing:dubbing-too-long', { ...long });
    if (long !== null && dubbing.dealt === true) {
      add('dubbing.text', 'mixing:dubbing-part-too-long', { ...long, part: speech.part + 1 });
    }
  }
  return broken;
}

const tenths = (seconds: number) => (Math.floor(seconds * 10) / 10).toFixed(1);

/** @param facts what is known besides the project @throws expected condition of the first broken rule (422) */
export function assertRunnable(project: MixProject, facts?: ProjectFacts): void {
  const [first] = brokenRules(project, facts);
  if (first !== undefined) {
    throw new ExpectedError(first.code, first.params, { kind: 'invalid' });
  }
}
