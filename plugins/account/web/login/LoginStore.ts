import type { LoginToken } from '#core/contract/account-calls.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PERMISSIONS, type UserPermissions } from '#core/web/permissions/permissions.ts';
import { PLUGINS, type Plugins } from '#core/web/plugins/plugins.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { isTouch } from '#core/web/is-touch.ts';

import { loginByMobile, readLoginMethods, type AccountConflict } from '#plugins/account/calls.ts';
import { ConflictSettlement, type ConflictSide } from './ConflictSettlement.ts';
import { destinationAfterLogin } from './destination.ts';
import type { LoginProperties, LoginStep, LoginTab } from './login-steps.ts';
import { isPhoneWidth } from '../parts/is-phone-width.ts';
import { NumberBinding } from './NumberBinding.ts';
import { NumberChange } from './NumberChange.ts';
import { QrLogin } from './QrLogin.ts';
import { refusalOf, type Refusal } from '../parts/refusal.ts';
import { SmsCodeForm } from './SmsCodeForm.ts';
import { unlessAbnormal } from './unless-abnormal.ts';

/** The login dialog: which step it is at, and how a login ends. */
export class LoginStore {
  step: LoginStep = { name: 'tabs' };
  tab: LoginTab = 'wechat';
  /** What went wrong after a QR login. */
  refusal: Refusal | null = null;

  /** Whether the QR code is one for WeChat; false until the server says so. */
  isWechat = false;

  readonly login: SmsCodeForm;
  readonly binding: NumberBinding;
  readonly change: NumberChange;
  readonly qr: QrLogin;

  private close: (() => void) | null = null;
  private onLogin: (() => void) | undefined;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(SESSION) private readonly session: Session,
    @inject(PERMISSIONS) private readonly permissions: UserPermissions,
    @inject(PLUGINS) private readonly plugins: Plugins,
    @inject(ROUTER) private readonly router: Router,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    observableStore(this);
    this.login = new SmsCodeForm(http, i18n, dialogs);
    this.binding = new NumberBinding(http, session, new SmsCodeForm(http, i18n, dialogs), {
      bound: this.bound,
      registered: this.registered,
      abnormal: this.showAbnormal,
    });
    this.change = new NumberChange(
      http,
      session,
      { current: new SmsCodeForm(http, i18n, dialogs), next: new SmsCodeForm(http, i18n, dialogs) },
      { validated: this.askForNext, changed: this.changed },
    );
    this.qr = new QrLogin(
      http,
      { loggedIn: this.loggedInByQr, bindMobile: this.askForMobile, abnormal: this.showAbnormal },
      () => session.deviceId,
    );
  }

  get bind(): SmsCodeForm {
    return this.binding.form;
  }

  /** The dialog appeared. */
  open({ step, tab }: Pick<LoginProperties, 'step' | 'tab'>, close: () => void): void {
    this.close = close;
    // A phone cannot scan its own screen.
    this.tab = tab ?? (isPhoneWidth() || this.isNumberAddressed ? 'mobile' : 'wechat');
    void this.learnMethods();
    this.login.resume();
    this.bind.resume();
    this.change.resume();
    if (step === 'bind-mobile' && this.session.token !== null) {
      this.askForMobile(null);
    } else if (step === 'change-mobile' && this.session.user?.fdMobile) {
      this.askForCurrent(this.session.user.fdMobile);
    } else if (step === 'abnormal') {
      this.showAbnormal();
    } else {
      this.backToTabs();
      // Where it is touched the keyboard would come over the dialog before it was read.
      if (this.tab === 'mobile' && !isTouch()) this.login.focusOn('mobile');
    }
  }

  /** Whether the address asks for a number, as that of a button does that was pressed before its page was there. */
  private get isNumberAddressed(): boolean {
    const { path, query } = this.router.place;
    return path === '/login' && query.get('tab') === 'mobile';
  }

  /** What runs after the login, instead of going to the start page. */
  setOnLogin(onLogin: (() => void) | undefined): void {
    this.onLogin = onLogin;
  }

  /** The dialog was closed: stops everything. */
  shut(): void {
    this.close = null;
    this.qr.stop();
    this.login.pause();
    this.bind.pause();
    this.change.pause();
    this.login.clearAttempt();
    this.bind.clear();
    this.change.clear();
  }

  dispose(): void {
    this.shut();
  }

  /** The user turns away. */
  dismiss(): void {
    this.close?.();
  }

  chooseTab(tab: LoginTab): void {
    if (tab === this.tab) {
      return;
    }
    this.tab = tab;
    this.refusal = null;
    this.startTab();
  }

  backToTabs(): void {
    this.step = { name: 'tabs' };
    this.refusal = null;
    this.bind.clear();
    this.startTab();
  }

  async logInByMobile(): Promise<void> {
    const form = this.login;
    await form.submit(async () => {
      const body = { fdMobile: form.mobile, mobileCode: form.code, id: this.session.deviceId };
      const login = this.http.call(loginByMobile, { body }, { handlesErrors: true, purpose: 'login' });
      const token = await unlessAbnormal(login, this.showAbnormal);
      if (token !== null) {
        await this.finish(token);
      }
    });
  }

  /** Binds the number: to the logged-in account, or to the user who confirmed the QR code, who is then logged in. */
  async bindMobile(): Promise<void> {
    if (this.step.name === 'bind-mobile') {
      await this.binding.submit(this.step.sceneId);
    }
  }

  /** Confirms the present number by its code, then binds the next one by its own. */
  async changeMobile(): Promise<void> {
    if (this.step.name === 'change-mobile') {
      await this.change.submit(this.step.stage);
    }
  }

  private askForCurrent(mobile: string): void {
    this.qr.stop();
    this.refusal = null;
    this.change.begin(mobile);
    this.step = { name: 'change-mobile', stage: 'current' };
  }

  private askForNext(): void {
    this.step = { name: 'change-mobile', stage: 'next' };
  }

  private changed(): void {
    this.toasts.show({ kind: 'success', text: () => this.i18n.t('account:change.done') });
    this.close?.();
  }

  private async learnMethods(): Promise<void> {
    // Nothing is lost when it cannot be read: the words are then those of any QR code.
    const methods = await this.http.call(readLoginMethods, {}, { handlesErrors: true }).catch(() => null);
    this.setWechat(methods?.wechat === true);
    if (methods === null) return;
    for (const form of [this.login, this.bind, ...Object.values(this.change.forms)]) form.setMethods(methods);
  }

  private setWechat(isWechat: boolean): void {
    this.isWechat = isWechat;
  }

  private bound(): void {
    this.toasts.show({ kind: 'success', text: () => this.i18n.t('account:bind.done') });
    this.close?.();
  }

  private async registered(answer: LoginToken | AccountConflict): Promise<void> {
    if ('key' in answer) {
      this.showConflict(answer);
    } else {
      await this.finish(answer);
    }
  }

  private loggedInByQr(token: LoginToken): void {
    void this.finish(token).catch((error: unknown) => {
      this.qr.stop();
      this.refuse(refusalOf(error, 'error', this.i18n.t('account:server-trouble')));
    });
  }

  private askForMobile(sceneId: string | null): void {
    this.qr.stop();
    this.refusal = null;
    this.bind.clear();
    this.bind.focusOn('mobile');
    this.step = { name: 'bind-mobile', sceneId };
  }

  private showConflict(conflict: AccountConflict): void {
    this.refusal = null;
    const { http, dialogs, i18n } = this;
    const settlement = new ConflictSettlement({ http, dialogs, i18n, settled: this.conflictSettled }, conflict);
    this.step = { name: 'conflict', settlement };
  }

  private conflictSettled(kept: ConflictSide): void {
    this.toasts.show({ kind: 'success', text: () => this.i18n.t('account:conflict.settled') });
    this.tab = kept;
    this.backToTabs();
  }

  private showAbnormal(): void {
    this.qr.stop();
    this.step = { name: 'abnormal' };
  }

  private refuse(refusal: Refusal | null): void {
    this.refusal = refusal;
  }

  private startTab(): void {
    if (this.tab === 'wechat') {
      void this.qr.start();
    } else {
      this.qr.stop();
    }
  }

  /** Keeps the token, loads who it is for, and goes where the login was asked for. */
  private async finish(login: LoginToken): Promise<void> {
    const { onLogin } = this;
    const from = this.router.place.path;
    await this.session.accept(login);
    this.close?.();
    // The error catalogue reports a failure; the login is valid anyway.
    await this.permissions.load().catch(() => undefined);
    if (onLogin !== undefined) {
      onLogin();
      return;
    }
    await this.router.go(destinationAfterLogin(from, this.plugins));
  }
}
