import { observable, runInAction } from 'mobx';

import type { Cost } from '#core/contract/price.ts';
import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import type { FollowedToolRun } from '#core/web/runs/FollowedToolRun.ts';
import { settingsOf, type PluginSettings } from '#core/web/settings/settings-of.ts';

import { createMixRun, loosenMixRun } from '#plugins/mixing/calls.ts';
import type { MixRun } from '#plugins/mixing/mix-run.ts';
import { settings } from '#plugins/mixing/settings.ts';
import { readFurther, type Further } from './read-further.ts';

/** What may be under way for a run. */
export type RunWork = 'more' | 'further';

/** How a run leads to more videos; failures are shown by the error catalogue. Observable. */
export class RunActions {
  private readonly busy = observable.set<string>();
  readonly #settings: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(FEATURE_GATE) private readonly features: FeatureGate,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.#settings = settingsOf(context, settings);
    observableStore(this);
  }

  isBusy(runId: string, work: RunWork): boolean {
    return this.busy.has(`${runId} ${work}`);
  }

  /** Most videos of one run without the feature of large batches. */
  get freeOutputs(): number {
    return this.#settings.operator.freeOutputs;
  }

  /** Whether so many at once are included. */
  mayMake(count: number): boolean {
    return count <= this.freeOutputs || this.features.allows(FEATURES.largeMixBatch);
  }

  /** Makes the videos that the run's limit did not yield, by a looser one. */
  async makeFurther(run: FollowedToolRun, share: number): Promise<void> {
    const changed = await this.while(run.id, 'further', () =>
      this.http.call(loosenMixRun, { params: { id: run.id }, body: { share } }),
    );
    if (changed !== undefined) run.accept(changed);
  }

  /** Makes further videos of the project, and goes to the new run. @returns whether it got there */
  async makeMore(
    { id, settings: { project }, facts: { share } }: MixRun,
    { count, agreed }: { count: number; agreed: Cost | null },
  ): Promise<boolean> {
    if (count > this.freeOutputs && !this.features.require(FEATURES.largeMixBatch)) return false;
    const begun = await this.while(id, 'more', () => this.beginMore(project, share, { count, agreed }));
    return begun !== undefined && begun !== null && (await this.router.go(`/mixedCut/run/${begun.id}`));
  }

  /** @returns null when the run's own limit yields nothing more, and a looser one is not wanted */
  private async beginMore(
    project: string,
    share: number | null,
    { count, agreed }: { count: number; agreed: Cost | null },
  ): Promise<ToolRun | null> {
    const further = await readFurther(this.http, { project, share }, count, this.context.signal);
    const body = further === null ? { count, share: share ?? undefined } : await this.askToLoosen(share ?? 0, further);
    return body === null
      ? null
      : await this.http.call(createMixRun, { params: { id: project }, body: { ...body, agreed } });
  }

  private async askToLoosen(
    share: number,
    { share: next, count: more, of }: Further,
  ): Promise<{ count: number; share: number } | null> {
    const sure = await this.dialogs.confirm({
      title: 'mixing:more.none',
      text: 'mixing:more.none-text',
      params: { share, next, more, of },
      confirm: 'mixing:run.make-further',
      width: 480,
    });
    return sure ? { count: more, share: next } : null;
  }

  /** Does something, one at a time. @returns undefined when it failed; the failure was shown */
  private async while<R>(runId: string, work: RunWork, act: () => Promise<R>): Promise<R | undefined> {
    const key = `${runId} ${work}`;
    if (this.busy.has(key)) return undefined;
    runInAction(() => this.busy.add(key));
    try {
      return await act();
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('further videos were refused', error);
      return undefined;
    } finally {
      runInAction(() => this.busy.delete(key));
    }
  }
}
