import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';

import type { MixOutputFacts, MixRunFacts } from './calls.ts';
import type { MixSettings } from './mix-settings.ts';

/** A run of a project, with what is said of it. */
export interface MixRun extends ToolRun {
  settings: MixSettings;
  facts: MixRunFacts;
}

/** A stretch of a clip in a video. */
export interface MixShot {
  /** Id of its shot group. */
  group: string;
  material: string;
  /** Seconds of the clip. */
  window: { start: number; end: number };
}

/** A video of a run, with what it is made of and what is said of it. */
export interface MixOutput extends ToolItem {
  params: { shots: readonly MixShot[]; title: string | null };
  /** Null before it is made. */
  facts: MixOutputFacts | null;
}

/** A run of the tool, as the tool tells of it. */
export function mixRunOf(run: ToolRun): MixRun {
  // Our own server wrote it; what it answers is trusted in the browser.
  return run as MixRun;
}

/** An item of a run of the tool, as the tool planned it and tells of it. */
export function mixOutputOf(item: ToolItem): MixOutput {
  // Our own server wrote it; what it answers is trusted in the browser.
  return item as MixOutput;
}
