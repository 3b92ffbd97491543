import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';

import { confirmQrScene, readQrScene } from '#plugins/account/calls.ts';

/** Milliseconds between two looks at a login that waits to be confirmed. */
const LOOK_EVERY = 3_000;

/** The phone's side of a QR login: which browser wants in, and the one button that lets it. */
export class ConfirmLoginStore {
  state: 'loading' | 'waiting' | 'scanned' | 'confirmed' | 'expired' | 'failed' = 'loading';
  /** The browser that shows the QR code, in words. */
  browser = '';
  confirming = false;
  /** Why it failed: a sentence. */
  trouble: string | null = null;

  private sceneId = '';
  private controller: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(SESSION) private readonly session: Session,
    @inject(I18N) private readonly i18n: I18n,
  ) {
    observableStore(this);
  }

  /** The account that this phone would log in; null without a session of its own. */
  get as(): string | null {
    return this.session.state === 'active' ? this.session.displayName : null;
  }

  async open(sceneId: string): Promise<void> {
    this.shut();
    this.sceneId = sceneId;
    this.state = 'loading';
    this.trouble = null;
    this.controller = new AbortController();
    await this.look();
  }

  shut(): void {
    this.controller?.abort();
    this.controller = null;
    this.halt();
  }

  dispose(): void {
    this.shut();
  }

  async retry(): Promise<void> {
    await this.open(this.sceneId);
  }

  async confirm(): Promise<void> {
    const { controller } = this;
    if (this.confirming || controller === null) {
      return;
    }
    this.confirming = true;
    this.trouble = null;
    this.halt();
    try {
      await this.http.call(
        confirmQrScene,
        { params: { sceneId: this.sceneId } },
        { handlesErrors: true, signal: controller.signal },
      );
      this.confirmed();
    } catch (error) {
      if (this.controller === controller) {
        this.refused(error);
      }
    } finally {
      this.endConfirming();
    }
  }

  private async look(): Promise<void> {
    const { controller } = this;
    if (controller === null) {
      return;
    }
    try {
      const scene = await this.http.call(
        readQrScene,
        { params: { sceneId: this.sceneId } },
        { handlesErrors: true, signal: controller.signal },
      );
      if (this.controller === controller) {
        this.see(scene);
      }
    } catch (error) {
      if (this.controller === controller) {
        this.fail(error);
      }
    }
  }

  private see(scene: { state: 'waiting' | 'scanned' | 'confirmed' | 'expired'; browser: string }): void {
    // What was asked before the button was pressed is old.
    if (this.confirming || this.state === 'confirmed') {
      return;
    }
    this.state = scene.state;
    this.browser = scene.browser;
    if (scene.state === 'waiting' || scene.state === 'scanned') {
      this.timer = setTimeout(() => void this.look(), LOOK_EVERY);
    }
  }

  private confirmed(): void {
    this.state = 'confirmed';
  }

  private refused(error: unknown): void {
    if (isGone(error)) {
      this.state = 'expired';
      return;
    }
    this.trouble = this.sentence(error);
    // It may have expired, or been confirmed elsewhere.
    void this.look();
  }

  private fail(error: unknown): void {
    if (isGone(error)) {
      this.state = 'expired';
      return;
    }
    this.state = 'failed';
    this.trouble = this.sentence(error);
  }

  private sentence(error: unknown): string {
    return error instanceof HttpFailure && error.message !== '' ? error.message : this.i18n.t('account:server-trouble');
  }

  private endConfirming(): void {
    this.confirming = false;
  }

  private halt(): void {
    if (this.timer !== null) {
      clearTimeout(this.timer);
      this.timer = null;
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof HttpFailure && (error.status === 404 || error.status === 410);
}
