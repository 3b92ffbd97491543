import { observable, runInAction } from 'mobx';

import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';
import {
  archiveToolRun,
  cancelToolRun,
  pauseToolRun,
  removeToolRun,
  resumeToolRun,
  retryToolItems,
  type ToolItem,
} from '#core/contract/tool-run-calls.ts';

import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Http } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import { saveFrom } from '../save-from.ts';
import type { FollowedToolRun } from './FollowedToolRun.ts';

/** What may be under way for a run. */
export type RunWork = 'pause' | 'cancel' | 'retry' | 'archive' | 'remove';

interface ActionServices {
  http: Pick<Http, 'call'>;
  dialogs: Pick<Dialogs, 'confirm'>;
}

/** What is done with a run and its items; failures are shown by the error catalogue. Observable. */
export class ToolRunActions {
  private readonly busy = observable.set<RunWork>();

  constructor(
    private readonly run: FollowedToolRun,
    private readonly services: ActionServices,
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

  /** Asks first, and says what stays. */
  async cancel(): Promise<void> {
    const { made = 0, planned } = this.run.run ?? {};
    const sure = await this.services.dialogs.confirm({
      title: 'shell:runs.cancel-ask',
      text: made === 0 ? 'shell:runs.cancel-none' : 'shell:runs.cancel-text',
      params: { count: made, rest: Math.max(0, (planned ?? 0) - made) },
      confirm: 'shell:runs.cancel-confirm',
      cancel: 'shell:runs.cancel-keep',
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

  /** Asks first. @returns whether it is gone */
  async remove(): Promise<boolean> {
    const sure = await this.services.dialogs.confirm({
      title: 'shell:runs.remove-ask',
      text: 'shell:runs.remove-text',
      confirm: 'shell:runs.remove',
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
    if (this.busy.has(work)) return undefined;
    this.busy.add(work);
    try {
      return await this.services.http.call(call, args);
    } catch {
      // The catalogue has told it.
      return undefined;
    } finally {
      runInAction(() => this.busy.delete(work));
    }
  }
}
