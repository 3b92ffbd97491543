import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { LiveValues } from '#core/web/live/LiveValues.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import type { CallData } from '#core/contract/call.ts';
import {
  changeShowcase,
  listShowcasePosts,
  listShowcases,
  withdrawPost,
  type Showcase,
  type ShowcasePost,
} from '#plugins/showcase/calls.ts';
import { showcasesChanged } from '#plugins/showcase/events.ts';

/** How long the way back is offered. */
const UNDO_MILLISECONDS = 8_000;

/** The account's showcases with their posts. Observable. */
export class ShowcasesStore {
  readonly showcases: LiveValue<readonly Showcase[]>;
  /** By {@link postsKey}. */
  readonly posts: LiveValues<CallData<typeof listShowcasePosts>>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    const live = { events, follows: [eventTrigger(showcasesChanged)] };
    this.showcases = new LiveValue<readonly Showcase[]>(
      scope,
      async (signal) => (await http.call(listShowcases, {}, { signal, handlesErrors: true })).showcases,
      live,
    );
    this.posts = scope.own(
      new LiveValues((owner, key) => {
        const [id = '', page] = key.split(' ');
        const asked = { params: { id }, query: { page: Number(page) } };
        return new LiveValue(
          owner,
          (signal) => http.call(listShowcasePosts, asked, { signal, handlesErrors: true }),
          live,
        );
      }),
    );
    observableStore(this);
  }

  follow(): () => void {
    return this.showcases.follow();
  }

  /** @throws what the call throws */
  async change(id: string, values: { title: string; about: string }): Promise<void> {
    await this.showcases.change(
      (showcases) => showcases.map((each) => (each.id === id ? { ...each, ...values } : each)),
      () => this.http.call(changeShowcase, { params: { id }, body: values }, { handlesErrors: true }),
    );
    this.toasts.show({ kind: 'success', text: () => this.i18n.t('showcase:saved'), key: 'showcase.saved' });
  }

  /** Takes a post down, after asking. */
  async withdraw({ id, title }: ShowcasePost): Promise<void> {
    const sure = await this.dialogs.confirm({
      ...{ title: 'showcase:withdraw.title', text: 'showcase:withdraw.text', params: { title } },
      ...{ confirm: 'showcase:withdraw.confirm', destructive: true, width: 480 },
    });
    if (!sure || !(await this.setWithdrawn(id, true))) return;
    this.toasts.show({
      ...{ kind: 'success', text: () => this.i18n.t('showcase:withdraw.done', { title }), key: `showcase.${id}` },
      duration: UNDO_MILLISECONDS,
      action: { label: this.i18n.t('showcase:withdraw.undo'), run: () => void this.restore(id) },
    });
  }

  async restore(id: string): Promise<void> {
    await this.setWithdrawn(id, false);
  }

  /** The lists change by the event that follows. @returns whether it was done */
  private async setWithdrawn(id: string, withdrawn: boolean): Promise<boolean> {
    try {
      await this.http.call(withdrawPost, { params: { id }, body: { withdrawn } }, { handlesErrors: true });
      return true;
    } catch (error) {
      this.toasts.show({ kind: 'error', text: failureText(error, this.i18n.t), key: `showcase.${id}` });
      return false;
    }
  }
}

/** One page of the posts of a showcase. */
export const postsKey = (id: string, page: number): string => `${id} ${page}`;
