import { observable, runInAction } from 'mobx';

import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';
import {
  archiveToolRun,
  cancelToolRun,
  pauseToolRun,
  removeToolRun,
  renameToolItems,
  resumeToolRun,
  retryToolItems,
  type ToolItem,
} from '#core/contract/tool-run-calls.ts';

import { DIALOGS } from '../dialogs/dialogs.ts';
import { HTTP } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import type { PluginContext } from '../plugin-context.ts';
import { saveFrom } from '../save-from.ts';
import { TOASTS } from '../toasts/toasts.ts';
import { whenOnline } from '../when-online.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';
import type { RenameQuestion } from './RenameDialog.tsx';
import type { RunNaming } from './run-look.ts';
import { keyOf, type RunWords } from './run-words.ts';

/** What may be under way for a run. */
export type RunWork = 'pause' | 'cancel' | 'retry' | 'rename' | 'archive' | 'remove';

/** What is done with a run and its items; failures are shown by the error catalogue. Observable. */
export class ToolRunActions {
  private readonly busy = observable.set<RunWork>();

  constructor(
    private readonly run: FollowedToolRun,
    private readonly context: PluginContext,
    private readonly words?: RunWords,
  ) {
    observableStore(this);
  }

  isBusy(work: RunWork): boolean {
    return this.busy.has(work);
  }

  /** Pauses the run, or goes on with one that is paused. */
  async pause(): Promise<void> {
    const params = { id: this.run.id };
    const changed =
      this.run.run?.state === 'paused'
        ? await this.make('pause', resumeToolRun, { params })
        : await this.make('pause', pauseToolRun, { params });
    if (changed !== undefined) this.run.accept(changed);
  }

  /**
   * Asks first, and says what stays.
   * @param expected items that there would be
   */
  async cancel(expected: number): Promise<void> {
    const { made = 0 } = this.run.run ?? {};
    const sure = await this.context.get(DIALOGS).confirm({
      title: keyOf(this.words, 'cancel-ask'),
      text: keyOf(this.words, made === 0 ? 'cancel-none' : 'cancel-text'),
      params: { count: made, rest: Math.max(0, expected - made) },
      confirm: keyOf(this.words, 'cancel-confirm'),
      cancel: keyOf(this.words, 'cancel-keep'),
      destructive: true,
      width: 480,
    });
    if (!sure) return;
    const changed = await this.make('cancel', cancelToolRun, { params: { id: this.run.id } });
    if (changed !== undefined) this.run.accept(changed);
  }

  /** Tries failed items again: all when none are named. */
  async retry(items?: readonly string[]): Promise<void> {
    const body = items === undefined ? {} : { items: [...items] };
    const changed = await this.make('retry', retryToolItems, { params: { id: this.run.id }, body });
    if (changed !== undefined) this.run.accept(changed);
  }

  /** Hands the files of an item to the browser. */
  download({ files }: ToolItem): void {
    for (const { downloadUrl, name } of files) saveFrom(downloadUrl, name);
  }

  /** Hands items to the browser: one as it is, several as one zip that the server streams. */
  async archive(items?: readonly ToolItem[]): Promise<void> {
    const [only] = items ?? [];
    if (only !== undefined && items?.length === 1) {
      this.download(only);
      return;
    }
    const body = items === undefined ? {} : { items: items.map(({ id }) => id) };
    const archive = await this.make('archive', archiveToolRun, { params: { id: this.run.id }, body });
    if (archive !== undefined) saveFrom(archive.url, archive.name);
  }

  /** Asks for a pattern, and names items by it: all when none are named. */
  async rename(naming: RunNaming, items?: readonly ToolItem[]): Promise<void> {
    const { run, words, context } = this;
    const pattern = await context
      .get(DIALOGS)
      .show<RenameQuestion, string>(
        () => import(/* webpackChunkName: "run-dialogs" */ './RenameDialog.tsx'),
        { run: run.run, words, naming, example: items?.[0] ?? run.made[0] ?? null, count: items?.length ?? null },
        { width: 560 },
      );
    if (pattern === undefined) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { pattern, timeZone, ...(items === undefined ? {} : { items: items.map(({ id }) => id) }) };
    const done = await this.make('rename', renameToolItems, { params: { id: run.id }, body });
    if (done === undefined) return;
    await run.live.load();
    const text = (): string => context.t(keyOf(words, 'renamed'), { count: done.renamed });
    context.get(TOASTS).show({ kind: 'success', text });
  }

  /** Asks first. @returns whether it is gone */
  async remove(): Promise<boolean> {
    const sure = await this.context.get(DIALOGS).confirm({
      title: keyOf(this.words, 'remove-ask'),
      text: keyOf(this.words, 'remove-text'),
      confirm: keyOf(this.words, 'remove'),
      destructive: true,
      width: 480,
    });
    return sure && (await this.make('remove', removeToolRun, { params: { id: this.run.id } })) !== undefined;
  }

  /** Makes a call, one at a time. @returns undefined when it failed; the failure was shown */
  private async make<S extends CallShape>(
    work: RunWork,
    call: Call<S>,
    args: CallArguments<Call<S>>,
  ): Promise<CallData<Call<S>> | undefined> {
    const { signal, log } = this.context;
    if (this.busy.has(work)) return undefined;
    runInAction(() => this.busy.add(work));
    try {
      return (await this.isReachable(work)) ? await this.context.get(HTTP).call(call, args) : undefined;
    } catch (error) {
      // The catalogue has told it.
      if (!signal.aborted) log.info(`${call.method} ${call.path} was refused`, error);
      return undefined;
    } finally {
      runInAction(() => this.busy.delete(work));
    }
  }

  /** What stops or goes on with a run waits for the network, and says what the run does meanwhile. */
  private async isReachable(work: RunWork): Promise<boolean> {
    if (navigator.onLine || (work !== 'pause' && work !== 'cancel')) return true;
    const { t, signal } = this.context;
    const close = this.context.get(TOASTS).show({
      ...{ kind: 'info', key: `runs.waits.${work}`, duration: 0 },
      text: () => t(keyOf(this.words, `${work}-offline`)),
    });
    const isOnline = await whenOnline(signal);
    close();
    return isOnline;
  }
}
