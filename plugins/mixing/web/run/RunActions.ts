import { observable, runInAction } from 'mobx';

import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { saveFrom } from '#core/web/save-from.ts';
import { settingsOf, type PluginSettings } from '#core/web/settings/settings-of.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { whenOnline } from '#core/web/when-online.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import {
  archiveMixRun,
  cancelMixRun,
  createMixRun,
  keepMixOutputs,
  loosenMixRun,
  pauseMixRun,
  renameMixOutputs,
  resumeMixRun,
  retryMixOutputs,
  type MixOutput,
} from '#plugins/mixing/calls.ts';
import { settings } from '#plugins/mixing/settings.ts';
import type { FollowedRun } from './FollowedRun.ts';
import { readFurther, type Further } from './read-further.ts';
import type { RenameQuestion } from './RenameDialog.tsx';

/** What may be under way for a run. */
export type RunWork = 'pause' | 'cancel' | 'retry' | 'archive' | 'rename' | 'keep' | 'more' | 'further';

/** The actions on a run and its videos; failures are shown by the error catalogue. */
export class RunActions {
  private readonly busy = observable.set<string>();
  readonly #settings: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(FEATURE_GATE) private readonly features: FeatureGate,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.#settings = settingsOf(context, settings);
    observableStore(this);
  }

  isBusy(run: FollowedRun, work: RunWork): boolean {
    return this.busy.has(`${run.id} ${work}`);
  }

  async pause(run: FollowedRun): Promise<void> {
    const params = { id: run.id };
    const changed =
      run.run?.state === 'paused'
        ? await this.make(run, 'pause', resumeMixRun, { params })
        : await this.make(run, 'pause', pauseMixRun, { params });
    if (changed !== undefined) run.accept(changed);
  }

  /** Asks first, and says what stays. */
  async cancel(run: FollowedRun): Promise<void> {
    const { made = 0, planned, count: wanted = 0 } = run.run ?? {};
    const sure = await this.dialogs.confirm({
      title: 'mixing:run.cancel-ask',
      text: made === 0 ? 'mixing:run.cancel-none' : 'mixing:run.cancel-text',
      params: { count: made, rest: Math.max(0, (planned ?? wanted) - made) },
      confirm: 'mixing:run.cancel-confirm',
      cancel: 'mixing:run.cancel-keep',
      destructive: true,
      width: 480,
    });
    if (!sure) return;
    const changed = await this.make(run, 'cancel', cancelMixRun, { params: { id: run.id } });
    if (changed !== undefined) run.accept(changed);
  }

  /** Tries failed videos again: all when none are named. */
  async retry(run: FollowedRun, outputs?: readonly string[]): Promise<void> {
    const body = outputs === undefined ? {} : { outputs: [...outputs] };
    const changed = await this.make(run, 'retry', retryMixOutputs, { params: { id: run.id }, body });
    if (changed !== undefined) run.accept(changed);
  }

  /** Hands one video to the browser. */
  download({ downloadUrl, name }: MixOutput): void {
    if (downloadUrl !== null) saveFrom(downloadUrl, name);
  }

  /** Hands videos to the browser: one as it is, several as one zip that the server streams. */
  async archive(run: FollowedRun, outputs?: readonly MixOutput[]): Promise<void> {
    const [only] = outputs ?? [];
    if (only !== undefined && outputs?.length === 1) {
      this.download(only);
      return;
    }
    const body = outputs === undefined ? {} : { outputs: outputs.map(({ id }) => id) };
    const archive = await this.make(run, 'archive', archiveMixRun, { params: { id: run.id }, body });
    if (archive !== undefined) saveFrom(archive.url, archive.name);
  }

  /** Asks for a pattern, and names videos by it. */
  async rename(run: FollowedRun, outputs?: readonly MixOutput[]): Promise<void> {
    const pattern = await this.dialogs.show<RenameQuestion, string>(
      () => import('./RenameDialog.tsx'),
      { run, example: outputs?.[0] ?? run.made[0] ?? null, count: outputs?.length ?? null },
      { width: 560 },
    );
    if (pattern === undefined) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { pattern, timeZone, ...(outputs === undefined ? {} : { outputs: outputs.map(({ id }) => id) }) };
    const done = await this.make(run, 'rename', renameMixOutputs, { params: { id: run.id }, body });
    if (done === undefined) return;
    await run.live.load();
    this.toasts.show({ kind: 'success', text: () => this.context.t('mixing:run.renamed', { count: done.renamed }) });
  }

  /** Asks for a folder of the library, and puts videos there. */
  async keep(run: FollowedRun, outputs?: readonly MixOutput[]): Promise<void> {
    const { t } = this.context;
    const count = outputs?.length ?? run.made.length;
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) {
      this.toasts.show({ kind: 'warning', text: () => t('mixing:run.keep-no-library'), key: 'mixing.library' });
      return;
    }
    const folder = await library.pickFolder({
      title: t('mixing:run.keep-title', { count }),
      confirm: t('mixing:run.keep-confirm'),
    });
    if (folder === undefined) return;
    const body = { ...folder, ...(outputs === undefined ? {} : { outputs: outputs.map(({ id }) => id) }) };
    const done = await this.make(run, 'keep', keepMixOutputs, { params: { id: run.id }, body });
    if (done === undefined) return;
    const to = `/material/list${folder.folderId === null ? '' : `?folder=${folder.folderId}`}`;
    this.toasts.show({
      kind: 'success',
      text: () => t('mixing:run.kept', { count: done.kept }),
      duration: 6000,
      action: { label: t('mixing:run.kept-see'), run: () => void this.router.go(to) },
    });
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
  async makeFurther(run: FollowedRun, share: number): Promise<void> {
    const changed = await this.make(run, 'further', loosenMixRun, { params: { id: run.id }, body: { share } });
    if (changed !== undefined) run.accept(changed);
  }

  /** Makes further videos of the project, and goes to the new run. @returns whether it got there */
  async makeMore(run: FollowedRun, count: number): Promise<boolean> {
    if (run.run === null || this.isBusy(run, 'more')) return false;
    if (count > this.freeOutputs && !this.features.require(FEATURES.largeMixBatch)) return false;
    const { projectId, share } = run.run;
    const further = await this.while(run, 'more', () =>
      readFurther(this.http, { projectId, share }, count, this.context.signal),
    );
    const body = further === null ? { count, share: share ?? undefined } : await this.askToLoosen(share ?? 0, further);
    if (body === null) return false;
    const begun = await this.make(run, 'more', createMixRun, { params: { id: projectId }, body });
    if (begun === undefined) return false;
    return await this.router.go(`/mixedCut/run/${begun.id}`);
  }

  /** Where the run's own limit yields nothing more. @returns what to make; null for nothing */
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

  /** Makes a call, one at a time. @returns undefined when it failed; the failure was shown */
  private async make<S extends CallShape>(
    run: FollowedRun,
    work: RunWork,
    call: Call<S>,
    args: CallArguments<S>,
  ): Promise<CallData<S> | undefined> {
    if (this.isBusy(run, work)) return undefined;
    return await this.while(run, work, async () => {
      try {
        return (await this.isReachable(work)) ? await this.http.call(call, args) : undefined;
      } catch (error) {
        if (!this.context.signal.aborted) this.context.log.info(`${call.method} ${call.path} was refused`, error);
        return undefined;
      }
    });
  }

  private async while<R>(run: FollowedRun, work: RunWork, act: () => Promise<R>): Promise<R> {
    const key = `${run.id} ${work}`;
    runInAction(() => this.busy.add(key));
    try {
      return await act();
    } finally {
      runInAction(() => this.busy.delete(key));
    }
  }

  /** What stops or goes on with a run waits for the network, and says what the run does meanwhile. */
  private async isReachable(work: RunWork): Promise<boolean> {
    if (navigator.onLine || (work !== 'pause' && work !== 'cancel')) return true;
    const { t, signal } = this.context;
    const close = this.toasts.show({
      ...{ kind: 'info', key: `mixing.waits.${work}`, duration: 0 },
      text: () => t(`mixing:run.${work}-offline`),
    });
    const isOnline = await whenOnline(signal);
    close();
    return isOnline;
  }
}
