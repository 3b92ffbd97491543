/** Frames of a clip that go into a file of their own. */
export interface ClipBranch {
  name: 'body' | 'head' | 'tail';
  filter: string;
}

export interface ClipBranchOptions {
  /** Of the whole clip, and those that the transitions before and after it take. */
  frames: number;
  blend: { before: number; after: number };
  fps: number;
  /** Whether the last of them takes all that comes, also more frames than there should be. */
  isOpen: boolean;
}

/** Seconds of the material's own time that may be missing at its very end. */
const MISSING_AT_END_SECONDS = 0.5;

const evenly = (fps: number): string => `setpts=N/${fps}/TB`;

/** The filters that give a clip exactly its frames, evenly. */
export const wholeClip = (frames: number, fps: number): string[] => [
  `tpad=stop_mode=clone:stop_duration=${MISSING_AT_END_SECONDS}`,
  `trim=end_frame=${frames}`,
  evenly(fps),
];

/** Cuts the pictures of a clip into its body and what transitions blend. */
export function clipBranches({ frames, blend, fps, isOpen }: ClipBranchOptions): ClipBranch[] {
  const last = frames - blend.after;
  const isBodyLast = blend.after === 0;
  const until = isOpen && isBodyLast ? '' : `:end_frame=${last}`;
  const body: ClipBranch = { name: 'body', filter: `trim=start_frame=${blend.before}${until},${evenly(fps)}` };
  const head: ClipBranch = { name: 'head', filter: `trim=end_frame=${blend.before},${evenly(fps)}` };
  const tail: ClipBranch = { name: 'tail', filter: `trim=start_frame=${last},${evenly(fps)}` };
  return [body, ...(blend.before > 0 ? [head] : []), ...(isBodyLast ? [] : [tail])];
}
