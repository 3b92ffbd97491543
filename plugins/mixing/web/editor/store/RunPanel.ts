import type { Cost } from '#core/contract/price.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import type { FeatureGate } from '#core/web/features/feature-gate.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { whenOnline } from '#core/web/when-online.ts';

import { createMixRun } from '#plugins/mixing/calls.ts';
import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';

/** Numbers that are offered by themselves. */
export const PRESETS = [10, 20, 50, 100, 200] as const;

const USUAL_OUTPUTS = 50;

/** How many videos are made, and how much any two may share. Observable. */
export class RunPanel {
  count: number;
  /** What was typed is no number of videos that can be made: it is not what the count says. */
  isImpossible = false;
  /** Shots that any two may share; null for the least that is possible. */
  share: number | null = null;
  isStarting = false;
  /** It was asked for without a network, and starts once there is one. */
  isWaiting = false;
  /** What is shown that it costs; null for nothing. */
  cost: Cost | null = null;
  /** Why the run did not begin; null when it did. */
  failure: unknown = null;

  private readonly over = new AbortController();

  constructor(
    private readonly http: Pick<Http, 'call'>,
    private readonly features: FeatureGate,
    /** More videos than this at once need the feature of large batches. Observable. */
    private readonly free: () => number,
    kept: number | null = null,
  ) {
    this.count = kept ?? (features.allows(FEATURES.largeMixBatch) ? USUAL_OUTPUTS : free());
    observableStore(this);
  }

  get freeOutputs(): number {
    return this.free();
  }

  /** Whether so many are more than what the account has allows. */
  get isLocked(): boolean {
    return this.count > this.freeOutputs && !this.features.allows(FEATURES.largeMixBatch);
  }

  /** @param count null for what is no number */
  setCount(count: number | null): void {
    this.isImpossible = count === null || !Number.isInteger(count) || count < 1 || count > MAX_OUTPUTS;
    if (count !== null && !this.isImpossible) this.count = count;
  }

  readonly showCost = (cost: Cost | null): void => {
    this.cost = cost;
  };

  setShare(share: number | null): void {
    this.share = share;
  }

  /** Says what unlocks as many. @returns whether nothing has to be unlocked */
  unlock(): boolean {
    return this.count <= this.freeOutputs || this.features.require(FEATURES.largeMixBatch);
  }

  /** Waits for a network. @returns whether to go on; not when the editor was left meanwhile, or already waits */
  async untilOnline(): Promise<boolean> {
    if (this.isWaiting) return false;
    this.wait(true);
    const isOnline = await whenOnline(this.over.signal);
    this.wait(false);
    return isOnline;
  }

  dispose(): void {
    this.over.abort();
  }

  /** Starts a run of what was shown: so many videos by this limit. @returns its id; null when it did not begin */
  async start(projectId: string, wanted: { count: number; share: number }): Promise<string | null> {
    if (this.isStarting || !this.unlock()) return null;
    const body = { ...wanted, agreed: this.cost };
    this.begin();
    try {
      const run = await this.http.call(createMixRun, { params: { id: projectId }, body }, { handlesErrors: true });
      return run.id;
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      this.end();
    }
  }

  private wait(isWaiting: boolean): void {
    this.isWaiting = isWaiting;
  }

  private begin(): void {
    this.isStarting = true;
    this.failure = null;
  }

  private fail(error: unknown): void {
    this.failure = error;
  }

  private end(): void {
    this.isStarting = false;
  }
}
