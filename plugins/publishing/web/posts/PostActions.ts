import { copyText } from '#core/web/copy-text.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  answerOverdue,
  movePost,
  steerPost,
  retryCause,
  steerTask,
  type Post,
  type PublishTask,
  type TaskCause,
} from '#plugins/publishing/post-calls.ts';

/** What a post or task is as the server has it now; failures are shown by the error catalogue. */
type Settle<T> = (changed: T) => void;

/** What is done with posts and tasks that there are. Observable. */
export class PostActions {
  /** Ids of those that something is done with. */
  busy: ReadonlySet<string> = new Set();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** Asks for another time. */
  async ask(post: Post, settle: Settle<Post>): Promise<void> {
    const at = await this.dialogs.open<string>('publishing/move', { name: post.name, at: post.at });
    if (at !== undefined) await this.move(post, new Date(at), settle);
  }

  async move(post: Post, at: Date, settle: Settle<Post>): Promise<void> {
    const body = { at: at.toISOString() };
    const moved = await this.make(post.id, () => this.http.call(movePost, { params: { id: post.id }, body }));
    if (moved === undefined) return;
    settle(moved);
    const text = () => this.context.t('publishing:posts.moved', { name: moved.name, time: this.i18n.time(moved.at) });
    const action = {
      label: this.context.t('publishing:posts.move-back'),
      run: () => void this.move(moved, new Date(post.at), settle),
    };
    this.toasts.show({ kind: 'success', key: 'publishing.moved', text, action });
  }

  async steer(post: Post, step: 'cancel' | 'retry' | 'there', settle: Settle<Post>): Promise<void> {
    const params = { id: post.id, step };
    const changed = await this.make(post.id, () => this.http.call(steerPost, { params }));
    if (changed !== undefined) settle(changed);
  }

  /** Copies what operators need to know of a post that failed by a setting of theirs. */
  async copyForOperator({ id, channel, platform, name, at, cause }: Post): Promise<void> {
    const { t } = this.context;
    const text = t('publishing:posts.operator-text', {
      ...{ id, channel, platform, name, time: this.i18n.time(at), cause: cause?.text ?? '' },
    });
    await this.copy(text, () => t('publishing:posts.operator-copied'));
  }

  /** Copies the words that the owner of a draft enters in the app. */
  async copyCaption({ caption }: Post): Promise<void> {
    await this.copy(caption ?? '', () => this.context.t('publishing:posts.caption-copied'));
  }

  private async copy(text: string, copied: () => string): Promise<void> {
    const isCopied = await copyText(text);
    this.toasts.show({ kind: isCopied ? 'success' : 'warning', text: () => (isCopied ? copied() : text) });
  }

  /** Asks before anything is cancelled. */
  async steerTask(
    task: PublishTask,
    step: 'pause' | 'resume' | 'cancel' | 'retry',
    settle: Settle<PublishTask>,
  ): Promise<void> {
    if (step === 'cancel') {
      const isAgreed = await this.dialogs.confirm({
        title: 'publishing:tasks.cancel-title',
        text: 'publishing:tasks.cancel-text',
        params: { name: task.name, count: task.waiting },
        confirm: 'publishing:tasks.cancel-confirm',
        cancel: 'publishing:tasks.cancel-not',
        destructive: true,
      });
      if (!isAgreed) return;
    }
    const params = { id: task.id, step };
    const changed = await this.make(task.id, () => this.http.call(steerTask, { params }));
    if (changed !== undefined) settle(changed);
  }

  /** Tries those posts of a task once more that have failed for one cause. */
  async retryCause(task: PublishTask, { code, reason }: TaskCause, settle: Settle<PublishTask>): Promise<void> {
    const args = { params: { id: task.id }, body: { code, reason } };
    const changed = await this.make(task.id, () => this.http.call(retryCause, args));
    if (changed !== undefined) settle(changed);
  }

  /** Decides about the posts of a task whose time has passed. */
  async answer(task: PublishTask, answer: 'now' | 'next' | 'cancel', settle: Settle<PublishTask>): Promise<void> {
    const args = { params: { id: task.id }, body: { answer } };
    const changed = await this.make(task.id, () => this.http.call(answerOverdue, args));
    if (changed !== undefined) settle(changed);
  }

  /** @returns undefined when it was refused */
  private async make<R>(id: string, call: () => Promise<R>): Promise<R | undefined> {
    if (this.busy.has(id)) return undefined;
    this.mark(id, true);
    try {
      return await call();
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('a call for a post was refused', error);
      return undefined;
    } finally {
      this.mark(id, false);
    }
  }

  private mark(id: string, isBusy: boolean): void {
    const others = [...this.busy].filter((other) => other !== id);
    this.busy = new Set(isBusy ? [...others, id] : others);
  }
}
