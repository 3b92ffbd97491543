import { observableStore } from '#core/web/observable-store.ts';

import type { MixClip } from './edit-project.ts';

/** Clips that were copied, with their ranges: they can be put into any group of any project. Observable. */
export class CopiedClips {
  clips: readonly MixClip[] = [];

  constructor() {
    observableStore(this);
  }

  take(clips: readonly MixClip[]): void {
    this.clips = clips;
  }
}
