import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Http } from '#core/web/http/http.ts';
import type { Dialogs } from '#core/web/dialogs/dialogs.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

import { getMobileCode, proveCaptcha, readLoginMethods, type LoginMethods } from '#plugins/account/calls.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { Captcha } from '../captcha/Captcha.ts';
import { CAPTCHA } from '../captcha/captcha-measures.ts';
import { solveWidget } from '../captcha/service-widget.ts';
import { Countdown } from './Countdown.ts';
import { codeFault, mobileFault, normaliseMobile } from './login-rules.ts';
import { isPhoneWidth } from '../parts/is-phone-width.ts';
import { refusalOf, type Refusal } from '../parts/refusal.ts';

/** Seconds until another code may be asked for. */
export const RESEND_AFTER = 120;
/** What the code is for, as the server numbers it: logging in and binding. */
const CODE_TYPE = 6;

/** Horizontal padding and border around the puzzle in its dialog, in CSS pixels. */
const SHEET_PADDING = 50;

export type SmsField = 'mobile' | 'captcha' | 'code';

/** A mobile number and the code that was sent to it, with the puzzle that has to be solved between. */
export class SmsCodeForm {
  mobile = '';
  code = '';
  faults: Readonly<Partial<Record<SmsField, MessageKey | undefined>>> = {};
  /** What the server said to the last attempt. */
  refusal: Refusal | null = null;
  captchaOpen = false;
  /** A code was asked for and waits for the puzzle. */
  codeAwaitsCaptcha = false;
  /** The puzzle is shown in its own dialog, as on phones. */
  captchaInSheet = false;
  sending = false;
  submitting = false;
  /** The widget of a captcha service is shown. */
  solving = false;
  /** The last number that a code was sent to. */
  sentTo: string | null = null;
  /** The field that the next drawing gives the focus to. */
  focus: SmsField | null = null;

  /** The methods of logging in that the server named; null until it did. */
  methods: LoginMethods | null = null;

  readonly countdown = new Countdown();
  readonly captcha: Captcha;

  constructor(
    private readonly http: Http,
    private readonly i18n: I18n,
    private readonly dialogs: Pick<Dialogs, 'show'>,
  ) {
    observableStore(this);
    this.captcha = new Captcha(http, this.solved, () => (mobileFault(this.mobile) === null ? this.mobile : undefined));
  }

  /** The puzzle was solved: for a code to come, or for the one that was sent until another may be asked for. */
  get isVerified(): boolean {
    return this.captcha.state === 'success' || (this.sentTo !== null && this.countdown.left > 0);
  }

  /** The open puzzle is to be solved for a code; nothing is wrong yet. */
  get promptsForCaptcha(): boolean {
    return this.captchaOpen && this.codeAwaitsCaptcha && this.faults.captcha === undefined;
  }

  setMobile(typed: string): void {
    const before = this.mobile;
    this.mobile = normaliseMobile(typed);
    if (this.mobile !== before && before !== '' && this.captcha.proof !== null) {
      // It was solved for the number that stood here.
      this.captcha.reset();
    }
    this.setFault('mobile', undefined);
    this.refusal = null;
  }

  setCode(typed: string): void {
    this.code = typed.replace(/\s/g, '');
    this.setFault('code', undefined);
    this.refusal = null;
  }

  /** Leaving a field judges it, unless it is still empty. */
  leaveMobile(): void {
    if (this.mobile !== '') {
      this.checkMobile();
    }
  }

  setMethods(methods: LoginMethods): void {
    this.methods = methods;
  }

  openCaptcha(): void {
    if (this.isVerified) {
      return;
    }
    const service = this.methods?.captcha;
    if (service !== undefined && service.provider !== 'slider') {
      void this.solveElsewhere(service);
      return;
    }
    this.captchaOpen = true;
    this.captchaInSheet = isPhoneWidth();
    void this.captcha.open();
    if (this.captchaInSheet) {
      void this.showSheet();
    }
  }

  /** Puts the puzzle away; if a code was asked for and it is not solved, that is a fault from now on. */
  closeCaptcha(): void {
    if (this.captchaOpen) {
      this.missCaptcha();
    }
    this.captchaOpen = false;
  }

  /** Sends a code to the number; without a solved puzzle it asks for that first. */
  async requestCode(): Promise<void> {
    if (this.sending || this.countdown.left > 0) {
      return;
    }
    this.refusal = null;
    if (!this.checkMobile()) {
      this.focus = 'mobile';
      return;
    }
    const { proof } = this.captcha;
    if (proof === null) {
      this.codeAwaitsCaptcha = true;
      if (this.captchaOpen) {
        this.missCaptcha();
      }
      this.openCaptcha();
      this.focus = 'captcha';
      return;
    }
    const { mobile } = this;
    this.sending = true;
    try {
      const { codeKey } = this.methods ?? (await this.http.call(readLoginMethods, {}, { handlesErrors: true }));
      const headers: Record<string, string> = codeKey === null ? {} : { key: codeKey };
      await this.http.call(
        getMobileCode,
        { body: { fdMobile: mobile, type: CODE_TYPE, validate: proof } },
        { handlesErrors: true, purpose: 'sms-code', headers },
      );
      this.codeSent(mobile);
    } catch (error) {
      this.codeRefused(error);
    } finally {
      this.endSending();
    }
  }

  /**
   * Checks the fields and makes an attempt with them; a second one while the first is under way does nothing.
   * @param attempt throws what went wrong
   * @param kind how a refusal is shown, warning or error
   */
  async submit(attempt: () => Promise<void>, kind: (error: unknown) => Refusal['kind'] = () => 'error'): Promise<void> {
    if (this.submitting || !this.checkAll()) {
      return;
    }
    this.submitting = true;
    this.refusal = null;
    try {
      await attempt();
    } catch (error) {
      this.refuse(refusalOf(error, kind(error), this.i18n.t('account:server-trouble')));
    } finally {
      this.endSubmitting();
    }
  }

  refuse(refusal: Refusal | null): void {
    this.refusal = refusal;
  }

  focusOn(field: SmsField): void {
    this.focus = field;
  }

  focused(): void {
    this.focus = null;
  }

  /** The form was closed: timers and calls stop, but the wait before another code continues. */
  pause(): void {
    this.countdown.pause();
    this.captcha.stop();
    this.dropCaptcha();
  }

  resume(): void {
    this.countdown.resume();
  }

  /** Empties the form, but for the wait for another code. */
  clear(): void {
    this.mobile = '';
    this.clearAttempt();
    this.sentTo = null;
  }

  /** Empties what belongs to one attempt; the number stays. */
  clearAttempt(): void {
    this.code = '';
    this.faults = {};
    this.refusal = null;
    this.focus = null;
    this.dropCaptcha();
    this.captcha.reset();
  }

  /** By the widget of a service, which is only loaded now. It proves something for one number, so that is needed first. */
  private async solveElsewhere(service: { script: string; appId: string }): Promise<void> {
    if (this.solving) return;
    if (!this.checkMobile()) {
      this.focus = 'mobile';
      return;
    }
    const { mobile: fdMobile } = this;
    this.solving = true;
    this.refusal = null;
    try {
      const solved = await solveWidget(service, this.i18n.language);
      if (solved === null) {
        this.missCaptcha();
        return;
      }
      const body = { ...solved, fdMobile };
      const { validate } = await this.http.call(proveCaptcha, { body }, { handlesErrors: true, purpose: 'sms-code' });
      if (this.mobile === fdMobile) this.captcha.accept(validate);
    } catch (error) {
      this.refuse(refusalOf(error, 'warning', this.i18n.t('account:captcha.unreachable')));
    } finally {
      this.endSolving();
    }
  }

  /** The puzzle was passed over. */
  private missCaptcha(): void {
    if (this.codeAwaitsCaptcha && this.captcha.state !== 'success') {
      this.setFault('captcha', 'account:captcha.required');
    }
  }

  private dropCaptcha(): void {
    this.captchaOpen = false;
    this.codeAwaitsCaptcha = false;
  }

  private endSolving(): void {
    this.solving = false;
  }

  private async showSheet(): Promise<void> {
    const width = CAPTCHA.loginWidth + SHEET_PADDING;
    await this.dialogs.show(() => import('../captcha/CaptchaSheet.tsx'), { captcha: this.captcha }, { width });
    this.closeCaptcha();
  }

  private setFault(field: SmsField, fault: MessageKey | undefined): void {
    this.faults = { ...this.faults, [field]: fault };
  }

  private checkMobile(): boolean {
    const fault = mobileFault(this.mobile);
    if (fault !== null) {
      this.setFault('mobile', fault);
      return false;
    }
    return true;
  }

  private checkAll(): boolean {
    const mobileIsRight = this.checkMobile();
    const fault = codeFault(this.code);
    if (fault !== null) {
      this.setFault('code', fault);
    }
    if (!mobileIsRight || fault !== null) {
      this.focus = mobileIsRight ? 'code' : 'mobile';
      return false;
    }
    return true;
  }

  /** A solved puzzle sends the code; without a number to send it to, that is asked for first. */
  private solved(): void {
    this.dropCaptcha();
    this.setFault('captcha', undefined);
    if (this.checkMobile()) {
      this.focus = 'code';
      void this.requestCode();
    } else {
      this.focus = 'mobile';
    }
  }

  private codeSent(mobile: string): void {
    this.sentTo = mobile;
    // It has arrived, so its absence is no longer a fault.
    this.setFault('code', undefined);
    this.countdown.start(RESEND_AFTER);
    // A proof is valid once; the next code needs another.
    this.captcha.reset();
    this.focus = 'code';
  }

  private codeRefused(error: unknown): void {
    this.captcha.reset();
    this.refusal = refusalOf(error, 'warning', this.i18n.t('account:server-trouble'));
  }

  private endSending(): void {
    this.sending = false;
  }

  private endSubmitting(): void {
    this.submitting = false;
  }
}
