import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { endSession, listSessions, type LiveSession } from '#plugins/account/calls.ts';
import { refusalOf } from '../parts/refusal.ts';
import { deviceText } from './device-text.ts';

/** Where the account is logged in, and the ways to end that. */
export class SessionsStore {
  /** Ids of sessions that are being ended. */
  ending: readonly string[] = [];

  private readonly live: LiveValue<readonly LiveSession[]>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.live = new LiveValue(scope, async (signal): Promise<readonly LiveSession[]> => {
      const sessions = await http.call(listSessions, {}, { signal, handlesErrors: true });
      return sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt));
    });
    observableStore(this);
  }

  /** Null until loaded; this browser's own session is first. */
  get sessions(): readonly LiveSession[] | null {
    return this.live.value;
  }

  get loading(): boolean {
    return this.live.isLoading;
  }

  /** Why they could not be read: a sentence. */
  get trouble(): string | null {
    if (this.live.failure === null) return null;
    return refusalOf(this.live.failure.error, 'error', this.i18n.t('account:server-trouble'))?.text ?? null;
  }

  get others(): readonly LiveSession[] {
    return this.sessions?.filter((session) => !session.current) ?? [];
  }

  follow(): () => void {
    return this.live.follow();
  }

  load(): Promise<void> {
    return this.live.load();
  }

  async end(session: LiveSession): Promise<void> {
    const sure = await this.dialogs.confirm({
      title: 'account:sessions.end-title',
      text: 'account:sessions.end-text',
      params: { device: deviceText(session, this.i18n.t) },
      confirm: 'account:sessions.end',
      destructive: true,
      width: 480,
    });
    if (sure) {
      await this.endAll([session]);
    }
  }

  async endOthers(): Promise<void> {
    const { others } = this;
    const sure = await this.dialogs.confirm({
      title: 'account:sessions.end-others-title',
      text: 'account:sessions.end-others-text',
      confirm: 'account:sessions.end-others',
      destructive: true,
      width: 480,
    });
    if (sure) {
      await this.endAll(others);
    }
  }

  private async endAll(sessions: readonly LiveSession[]): Promise<void> {
    this.mark(sessions.map((session) => session.id));
    const results = await Promise.allSettled(
      sessions.map((session) => this.http.call(endSession, { params: { id: session.id } }, { handlesErrors: true })),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) {
      this.toasts.show({
        kind: 'success',
        text: () => this.i18n.t('account:sessions.ended', { count: sessions.length }),
      });
    } else {
      const refusal = refusalOf(failed.reason, 'error', this.i18n.t('account:server-trouble'));
      if (refusal !== null) {
        this.toasts.show({ kind: 'error', text: refusal.text });
      }
    }
    await this.load();
    this.mark([]);
  }

  private mark(ids: readonly string[]): void {
    this.ending = ids;
  }
}
