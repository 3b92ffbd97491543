import type { LoginToken } from '#core/contract/account-calls.ts';
import type { Http } from '#core/web/http/http.ts';
import type { Session } from '#core/web/session/session.ts';

import {
  bindMobile,
  DEVICE_HEADER,
  registerAndLogin,
  validateMobileCode,
  type AccountConflict,
} from '#plugins/account/calls.ts';
import type { SmsCodeForm } from './SmsCodeForm.ts';
import { unlessAbnormal } from './unless-abnormal.ts';

/** The message that a code for binding was sent with, as the server numbers it. */
export const TEMPLATE_CODE = 212;

/** Receives the outcome of binding a number. */
export interface NumberBindingEvents {
  /** The account that is logged in has the number now. */
  bound(): void;
  /** Whoever confirmed the QR code may log in, or two accounts conflict. */
  registered(answer: LoginToken | AccountConflict): Promise<void>;
  abnormal(): void;
}

/** The step that binds a mobile number. */
export class NumberBinding {
  constructor(
    private readonly http: Http,
    private readonly session: Pick<Session, 'deviceId' | 'refresh'>,
    readonly form: SmsCodeForm,
    private readonly events: NumberBindingEvents,
  ) {}

  /**
   * Binds the number of the form.
   * @param sceneId of the QR code that somebody confirmed, who then logs in; null for the account that is logged in
   */
  async submit(sceneId: string | null): Promise<void> {
    if (sceneId === null) {
      await this.bindToAccount();
    } else {
      await this.bindAndLogIn(sceneId);
    }
  }

  private async bindToAccount(): Promise<void> {
    const { form, http } = this;
    await form.submit(async () => {
      const body = { fdMobile: form.mobile, mobileCode: form.code };
      await http.call(bindMobile, { body }, { handlesErrors: true, purpose: 'sms-code' });
      await this.session.refresh();
      this.events.bound();
    });
  }

  private async bindAndLogIn(sceneId: string): Promise<void> {
    const { form, http, events } = this;
    let validated = false;
    await form.submit(
      async () => {
        const body = { fdMobile: form.mobile, mobileCode: form.code, templateCode: TEMPLATE_CODE } as const;
        await http.call(validateMobileCode, { body }, { handlesErrors: true, purpose: 'sms-code' });
        validated = true;
        const query = { fdMobile: form.mobile, sceneId };
        const headers = { [DEVICE_HEADER]: this.session.deviceId };
        const register = http.call(registerAndLogin, { query }, { handlesErrors: true, purpose: 'login', headers });
        const answer = await unlessAbnormal(register, events.abnormal);
        if (answer !== null) {
          await events.registered(answer);
        }
      },
      () => (validated ? 'error' : 'warning'),
    );
  }
}
