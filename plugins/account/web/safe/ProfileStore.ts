import type { MessageKey } from '#core/contract/message-keys.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { readBindStatus, readLoginMethods, readMemberDays, updateProfile } from '#plugins/account/calls.ts';
import { refusalOf } from '../parts/refusal.ts';

export const NAME_LIMIT = 30;

/** Who the user is, and what is bound to the account. */
export class ProfileStore {
  /** Null until it was read. */
  wechatBound: boolean | null = null;
  /** Whether WeChat is a way to log in here. */
  isWechat = false;
  memberDays: number | null = null;
  /** The name that is being written, null while nobody writes. */
  draft: string | null = null;
  fault: MessageKey | null = null;
  /** Why the name was not kept: a sentence. */
  refusal: string | null = null;
  saving = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(SESSION) readonly session: Session,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    observableStore(this);
  }

  /** Reads what the session does not know; what cannot be read is left out. */
  async open(): Promise<void> {
    this.cancel();
    const [bound, days, methods] = await Promise.allSettled([
      this.http.call(readBindStatus, {}, { handlesErrors: true }),
      this.http.call(readMemberDays, {}, { handlesErrors: true }),
      this.http.call(readLoginMethods, {}, { handlesErrors: true }),
    ]);
    this.receive(
      bound.status === 'fulfilled' ? bound.value.wechatNum : null,
      days.status === 'fulfilled' && !days.value.free ? days.value.days : null,
      methods.status === 'fulfilled' && methods.value.wechat,
    );
  }

  edit(): void {
    this.draft = this.session.user?.fdName ?? '';
    this.fault = null;
    this.refusal = null;
  }

  write(name: string): void {
    this.draft = name;
    this.fault = null;
    this.refusal = null;
  }

  cancel(): void {
    this.draft = null;
    this.fault = null;
    this.refusal = null;
  }

  /** @returns whether the name is kept */
  async save(): Promise<boolean> {
    if (this.saving || this.draft === null) {
      return false;
    }
    const fdName = this.draft.trim();
    if (fdName === '') {
      this.fault = 'account:safe.name-required';
      return false;
    }
    if (fdName === this.session.user?.fdName) {
      this.cancel();
      return true;
    }
    this.saving = true;
    try {
      await this.http.call(updateProfile, { body: { fdName } }, { handlesErrors: true });
      await this.session.refresh();
      this.cancel();
      this.toasts.show({ kind: 'success', text: () => this.i18n.t('account:safe.name-saved') });
      return true;
    } catch (error) {
      this.refuse(refusalOf(error, 'error', this.i18n.t('account:server-trouble'))?.text ?? null);
      return false;
    } finally {
      this.endSaving();
    }
  }

  private receive(wechatBound: boolean | null, memberDays: number | null, isWechat: boolean): void {
    this.wechatBound = wechatBound;
    this.memberDays = memberDays;
    this.isWechat = isWechat;
  }

  private refuse(refusal: string | null): void {
    this.refusal = refusal;
  }

  private endSaving(): void {
    this.saving = false;
  }
}
