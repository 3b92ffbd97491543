import { observableStore } from '#core/web/observable-store.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { Measurement } from './Measurement.ts';
import type { RunPanel } from './RunPanel.ts';

interface YieldParts {
  project(): MixProject;
  measurement: Pick<Measurement, 'measured'>;
  run: Pick<RunPanel, 'count' | 'share'>;
  /** Whether a clip is still being inspected. */
  isComing(material: string): boolean;
}

/** What can be made of the open project: how many videos, by which limit, and what stands against it. Observable. */
export class ProjectYield {
  constructor(private readonly parts: YieldParts) {
    observableStore(this);
  }

  /** Most shots that two different videos can share. */
  get mostShared(): number {
    return Math.max(0, this.parts.project().groups.length - 1);
  }

  /** The limit that is shown and that a run keeps to: what was chosen, or the least that yields as many as are wanted. */
  get share(): number {
    const { mostShared } = this;
    const { run, measurement } = this.parts;
    const { rows = [], level = null } = measurement.measured ?? {};
    // Fewer than were measured are known to be possible before they are measured again.
    const least = rows.find(({ reachable }) => reachable >= run.count)?.share ?? level;
    return Math.min(run.share ?? least ?? mostShared, mostShared);
  }

  /** How many videos there can be by this limit; null while it is not known, or a group shows nothing. */
  get possible(): number | null {
    return this.parts.measurement.measured?.rows.find(({ share }) => share === this.share)?.reachable ?? null;
  }

  /** The first group whose clips are all unusable, by its place: nothing can be made before that is mended; -1 for none. */
  get unusableGroup(): number {
    const shots = this.parts.measurement.measured?.shots ?? {};
    return this.parts
      .project()
      .groups.findIndex(
        ({ id, materials }) =>
          materials.length > 0 && shots[id] === 0 && !materials.some(({ material }) => this.parts.isComing(material)),
      );
  }

  /** Whether all groups have clips, and some of those are still being inspected. */
  get isComing(): boolean {
    const clips = this.parts.project().groups.flatMap(({ materials }) => materials);
    return this.isFilled && clips.some(({ material }) => this.parts.isComing(material));
  }

  /** Whether all groups have clips, and nothing has been measured yet. */
  get isCounting(): boolean {
    return this.isFilled && this.parts.measurement.measured === null;
  }

  private get isFilled(): boolean {
    return this.parts.project().groups.every(({ materials }) => materials.length > 0);
  }

  /** How many videos will be made: as many as requested, or as many as possible. */
  get makes(): number {
    return Math.min(this.parts.run.count, this.possible ?? this.parts.run.count);
  }

  /** Why materials cannot be counted, by material. */
  get waiting(): ReadonlyMap<string, string> {
    return new Map(this.parts.measurement.measured?.waiting.map(({ material, reason }) => [material, reason]) ?? []);
  }
}
