import type { Http } from '#core/web/http/http.ts';
import type { Session } from '#core/web/session/session.ts';

import { changeMobile, validateMobileCode } from '#plugins/account/calls.ts';
import type { ChangeStage } from './login-steps.ts';
import type { SmsCodeForm } from './SmsCodeForm.ts';
import { TEMPLATE_CODE } from './NumberBinding.ts';

/** Receives the outcome of changing a number. */
export interface NumberChangeEvents {
  /** The present number is confirmed; the next one is to be asked for. */
  validated(): void;
  changed(): void;
}

/** The two steps that put another mobile number in the place of the account's own. */
export class NumberChange {
  constructor(
    private readonly http: Http,
    private readonly session: Pick<Session, 'refresh'>,
    readonly forms: Readonly<Record<ChangeStage, SmsCodeForm>>,
    private readonly events: NumberChangeEvents,
  ) {}

  /** @param mobile the account's present number */
  begin(mobile: string): void {
    this.clear();
    this.forms.current.setMobile(mobile);
  }

  async submit(stage: ChangeStage): Promise<void> {
    const form = this.forms[stage];
    await form.submit(async () => {
      const body = { fdMobile: form.mobile, mobileCode: form.code };
      if (stage === 'current') {
        const checked = { ...body, templateCode: TEMPLATE_CODE } as const;
        await this.http.call(validateMobileCode, { body: checked }, { handlesErrors: true, purpose: 'sms-code' });
        this.forms.next.focusOn('mobile');
        this.events.validated();
      } else {
        await this.http.call(changeMobile, { body }, { handlesErrors: true, purpose: 'sms-code' });
        await this.session.refresh();
        this.events.changed();
      }
    });
  }

  resume(): void {
    for (const form of this.all()) form.resume();
  }

  pause(): void {
    for (const form of this.all()) form.pause();
  }

  clear(): void {
    for (const form of this.all()) form.clear();
  }

  private all(): SmsCodeForm[] {
    return [this.forms.current, this.forms.next];
  }
}
