import { makeAutoObservable, observableRef } from 'mobx';

import type { LoginToken } from '#core/contract/account-calls.ts';
import { SEC_CODE } from '#core/contract/codes.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PERMISSIONS, type Permissions } from '#core/web/permissions/permissions.ts';
import { PLUGINS, type Plugins } from '#core/web/plugins/plugins.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  bindMobile,
  loginByMobile,
  registerAndLogin,
  validateMobileCode,
  type AccountConflict,
} from '#plugins/account/calls.ts';
import { ConflictSettlement, type ConflictSide } from './ConflictSettlement.ts';
import { destinationAfterLogin } from './destination.ts';
import { QrLogin } from './QrLogin.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import { SmsCodeForm } from './SmsCodeForm.ts';

/** The message that a code for binding was sent with, as the server numbers it. */
const TEMPLATE_CODE = 212;

export type LoginTab = 'wechat' | 'mobile';

/** What the dialog `account/login` may be opened with. */
export interface LoginProperties {
  /** Runs after the login, instead of going to the start page. */
  onLogin?: () => void;
  /** Begins with another step than the two tabs. */
  step?: 'bind-mobile' | 'abnormal';
  tab?: LoginTab;
}

/**
 * Where the dialog is. A number is bound for whoever confirmed the QR code of `sceneId`, or, without one, for
 * the account that is logged in.
 */
export type LoginStep =
  | { name: 'tabs' }
  | { name: 'bind-mobile'; sceneId: string | null }
  | { name: 'conflict'; settlement: ConflictSettlement }
  | { name: 'abnormal' };

/** The login dialog: which step it is at, and how a login ends. */
export class LoginStore {
  step: LoginStep = { name: 'tabs' };
  tab: LoginTab = 'wechat';
  /** What went wrong after a QR login. */
  refusal: Refusal | null = null;

  readonly login: SmsCodeForm;
  readonly bind: SmsCodeForm;
  readonly qr: QrLogin;

  private close: (() => void) | null = null;
  private onLogin: (() => void) | undefined;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(SESSION) private readonly session: Session,
    @inject(PERMISSIONS) private readonly permissions: Permissions,
    @inject(PLUGINS) private readonly plugins: Plugins,
    @inject(ROUTER) private readonly router: Router,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    makeAutoObservable<
      this,
      'http' | 'session' | 'permissions' | 'plugins' | 'router' | 'dialogs' | 'toasts' | 'i18n' | 'close' | 'onLogin'
    >(
      this,
      {
        http: false,
        session: false,
        permissions: false,
        plugins: false,
        router: false,
        dialogs: false,
        toasts: false,
        i18n: false,
        login: false,
        bind: false,
        qr: false,
        close: false,
        onLogin: false,
        step: observableRef,
      },
      { autoBind: true },
    );
    this.login = new SmsCodeForm(http, i18n, dialogs);
    this.bind = new SmsCodeForm(http, i18n, dialogs);
    this.qr = new QrLogin(
      http,
      { loggedIn: this.loggedInByQr, bindMobile: this.askForMobile, abnormal: this.showAbnormal },
      () => session.deviceId,
    );
  }

  /** The dialog appeared. */
  open({ step, tab }: Pick<LoginProperties, 'step' | 'tab'>, close: () => void): void {
    this.close = close;
    this.tab = tab ?? 'wechat';
    this.login.resume();
    this.bind.resume();
    if (step === 'bind-mobile' && this.session.token !== null) {
      this.askForMobile(null);
    } else if (step === 'abnormal') {
      this.showAbnormal();
    } else {
      this.backToTabs();
    }
  }

  /** What runs after the login, instead of going to the start page. */
  setOnLogin(onLogin: (() => void) | undefined): void {
    this.onLogin = onLogin;
  }

  /** The dialog is gone: nothing of it goes on. */
  shut(): void {
    this.close = null;
    this.qr.stop();
    this.login.pause();
    this.bind.pause();
    this.login.clearAttempt();
    this.bind.clear();
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
      const token = await this.guarded(() =>
        this.http.call(
          loginByMobile,
          { body: { fdMobile: form.mobile, mobileCode: form.code, id: this.session.deviceId } },
          { handlesErrors: true, purpose: 'login' },
        ),
      );
      if (token !== null) {
        await this.finish(token);
      }
    });
  }

  /** Binds the number: to the account that is logged in, or to whoever confirmed the QR code, who then logs in. */
  async bindMobile(): Promise<void> {
    if (this.step.name !== 'bind-mobile') {
      return;
    }
    const { sceneId } = this.step;
    if (sceneId === null) {
      await this.bindToAccount();
    } else {
      await this.bindAndLogIn(sceneId);
    }
  }

  private async bindToAccount(): Promise<void> {
    const form = this.bind;
    await form.submit(async () => {
      await this.http.call(
        bindMobile,
        { body: { fdMobile: form.mobile, mobileCode: form.code } },
        { handlesErrors: true, purpose: 'sms-code' },
      );
      await this.session.refresh();
      this.toasts.show({ kind: 'success', text: this.i18n.t('account:bind.done') });
      this.close?.();
    });
  }

  private async bindAndLogIn(sceneId: string): Promise<void> {
    const form = this.bind;
    let validated = false;
    await form.submit(
      async () => {
        await this.http.call(
          validateMobileCode,
          { body: { fdMobile: form.mobile, mobileCode: form.code, templateCode: TEMPLATE_CODE } },
          { handlesErrors: true, purpose: 'sms-code' },
        );
        validated = true;
        const answer = await this.guarded(() =>
          this.http.call(
            registerAndLogin,
            { query: { fdMobile: form.mobile, sceneId, id: this.session.deviceId } },
            { handlesErrors: true, purpose: 'login' },
          ),
        );
        if (answer !== null) {
          await this.registered(answer);
        }
      },
      () => (validated ? 'error' : 'warning'),
    );
  }

  private async registered(answer: LoginToken | AccountConflict): Promise<void> {
    if ('key' in answer) {
      this.showConflict(answer);
    } else {
      await this.finish(answer);
    }
  }

  /** An abnormal account has a view of its own; everything else is for the form to show. */
  private async guarded<T>(attempt: () => Promise<T>): Promise<T | null> {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof HttpFailure && error.secCode === SEC_CODE.abnormalAccount) {
        this.showAbnormal();
        return null;
      }
      throw error;
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
    this.toasts.show({ kind: 'success', text: this.i18n.t('account:conflict.settled') });
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
    // The error catalogue tells when they cannot be read; the login stands all the same.
    await this.permissions.load().catch(() => undefined);
    if (onLogin !== undefined) {
      onLogin();
      return;
    }
    await this.router.go(destinationAfterLogin(from, this.plugins));
  }
}
