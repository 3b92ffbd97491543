import { observableStore } from '#core/web/observable-store.ts';
import { Selection } from '#core/web/selection/Selection.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { PlacedClip } from './edit-project.ts';

/** Several clips of a project, chosen so that something is done with all of them. Observable. */
export class ChosenClips {
  private readonly selection = new Selection();

  constructor(private readonly project: () => MixProject) {
    observableStore(this);
  }

  /** Those that are there, in the order of the board. */
  get clips(): readonly PlacedClip[] {
    return this.all.filter((clip) => this.selection.has(keyOf(clip)));
  }

  has(clip: PlacedClip): boolean {
    return this.selection.has(keyOf(clip));
  }

  /** Chooses one beside the others, or no longer. */
  toggle(clip: PlacedClip): void {
    this.selection.toggle(keyOf(clip));
  }

  /** Chooses all from the last one to this. */
  extendTo(clip: PlacedClip): void {
    this.selection.extendTo(keyOf(clip), this.all.map(keyOf));
  }

  replace(clips: readonly PlacedClip[]): void {
    this.selection.replace(clips.map(keyOf));
  }

  /** Remembers where a range would begin. */
  begin(clip: PlacedClip): void {
    this.selection.clear();
    this.selection.setFocus(keyOf(clip));
  }

  clear(): void {
    this.selection.clear();
  }

  private get all(): readonly PlacedClip[] {
    return this.project().groups.flatMap(({ id, materials }) =>
      materials.map(({ material }) => ({ group: id, material })),
    );
  }
}

function keyOf({ group, material }: PlacedClip): string {
  return JSON.stringify([group, material]);
}
