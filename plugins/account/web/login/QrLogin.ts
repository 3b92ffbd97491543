import type { LoginToken } from '#core/contract/account-calls.ts';
import { SEC_CODE } from '#core/contract/codes.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { checkQrLogin, DEVICE_HEADER, refreshQrLogin, startQrLogin } from '#plugins/account/calls.ts';

/** Milliseconds that a QR code is good for, and between two questions whether it was confirmed. */
export const QR_VALID_FOR = 30_000;
export const QR_POLL_EVERY = 3_000;
/** Milliseconds that a code which was scanned in time waits to be confirmed. */
export const QR_SCANNED_FOR = 120_000;

/** Receives the outcome of a QR login. */
export interface QrLoginEvents {
  loggedIn(token: LoginToken): void;
  /** The person is not known yet: a mobile number has to be bound. */
  bindMobile(sceneId: string): void;
  abnormal(message: string): void;
}

const SCANNED: MessageKey = 'account:refused.qr-scanned';
const EXPIRED: MessageKey = 'account:refused.qr-expired';

/**
 * A QR code and the questions whether somebody confirmed it. They end when the code expires, on a fault, with
 * a login, and with `stop`; a code that was scanned in time lives longer.
 */
export class QrLogin {
  state: 'idle' | 'loading' | 'waiting' | 'scanned' | 'confirmed' | 'expired' | 'failed' = 'idle';
  /** What the code says. */
  qrcode: string | null = null;
  /** Why it failed: a sentence. */
  trouble: string | null = null;

  private sceneId: string | null = null;
  private asking = false;
  private controller: AbortController | null = null;
  private poll: ReturnType<typeof setInterval> | null = null;
  private expiry: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly http: Http,
    private readonly events: QrLoginEvents,
    private readonly deviceId: () => string,
  ) {
    observableStore(this);
  }

  /** Fetches a code and begins to ask. */
  async start(): Promise<void> {
    this.stop();
    await this.fetch(null);
  }

  /** A new code in place of an expired one, or of none. */
  async refresh(): Promise<void> {
    const before = this.sceneId;
    this.stop();
    await this.fetch(before);
  }

  stop(): void {
    this.halt();
    this.asking = false;
    this.controller?.abort();
    this.controller = null;
    this.state = 'idle';
    this.qrcode = null;
    this.sceneId = null;
    this.trouble = null;
  }

  private async fetch(before: string | null): Promise<void> {
    const controller = new AbortController();
    this.controller = controller;
    this.state = 'loading';
    try {
      const scene = await this.scene(before, controller.signal);
      if (this.controller === controller) {
        this.receive(scene);
      }
    } catch (error) {
      if (this.controller === controller) {
        this.fail(error);
      }
    }
  }

  private async scene(before: string | null, signal: AbortSignal): Promise<{ qrcode: string; sceneId: string }> {
    const options = { handlesErrors: true, signal };
    if (before !== null) {
      try {
        return await this.http.call(refreshQrLogin, { params: { sceneId: before } }, options);
      } catch (error) {
        // A scene that the server has forgotten cannot be refreshed: start over.
        if (!(error instanceof HttpFailure) || error.kind !== 'refused' || error.status === 429) {
          throw error;
        }
      }
    }
    return await this.http.call(startQrLogin, {}, options);
  }

  private receive(scene: { qrcode: string; sceneId: string }): void {
    this.qrcode = scene.qrcode;
    this.sceneId = scene.sceneId;
    this.state = 'waiting';
    this.askFor(QR_VALID_FOR);
  }

  private askFor(milliseconds: number): void {
    this.halt();
    this.poll = setInterval(() => void this.ask(), QR_POLL_EVERY);
    this.expiry = setTimeout(this.expire, milliseconds);
  }

  private async ask(): Promise<void> {
    const { sceneId, controller } = this;
    if (this.asking || sceneId === null || controller === null) {
      return;
    }
    this.asking = true;
    try {
      const token = await this.http.call(
        checkQrLogin,
        { params: { sceneId } },
        {
          ...{ handlesErrors: true, purpose: 'login', signal: controller.signal },
          headers: { [DEVICE_HEADER]: this.deviceId() },
        },
      );
      if (this.controller === controller) {
        this.confirm(token);
      }
    } catch (error) {
      if (this.controller === controller) {
        this.hear(error, sceneId);
      }
    } finally {
      if (this.controller === controller) {
        this.asking = false;
      }
    }
  }

  private confirm(token: LoginToken): void {
    this.halt();
    this.state = 'confirmed';
    this.events.loggedIn(token);
  }

  private hear(error: unknown, sceneId: string): void {
    if (error instanceof HttpFailure && error.kind === 'refused') {
      if (error.secCode === SEC_CODE.silent) {
        this.halt();
        this.state = 'confirmed';
        this.events.bindMobile(sceneId);
        return;
      }
      if (error.secCode === SEC_CODE.abnormalAccount) {
        this.halt();
        this.events.abnormal(error.message);
        return;
      }
      // Nobody has confirmed it yet.
      if (error.status < 400 && error.secCode === null) {
        this.follow(refusalKey(error));
        return;
      }
    }
    if (this.state !== 'expired') {
      this.fail(error);
    }
  }

  /** What the server says of a code that is not confirmed. */
  private follow(key: unknown): void {
    if (key === SCANNED && this.state !== 'scanned') {
      this.state = 'scanned';
      this.askFor(QR_SCANNED_FOR);
    } else if (key === EXPIRED && this.state === 'scanned') {
      this.expire();
    }
  }

  private fail(error: unknown): void {
    this.halt();
    this.state = 'failed';
    this.trouble = error instanceof HttpFailure && error.message !== '' ? error.message : null;
  }

  private expire(): void {
    const scanned = this.state === 'scanned';
    this.halt();
    this.state = 'expired';
    // It may have been scanned since the last question, or be confirmed just now.
    if (!scanned) void this.ask();
  }

  private halt(): void {
    if (this.poll !== null) {
      clearInterval(this.poll);
      this.poll = null;
    }
    if (this.expiry !== null) {
      clearTimeout(this.expiry);
      this.expiry = null;
    }
  }
}

/** The key of the sentence that the server refused with. */
function refusalKey(error: unknown): unknown {
  if (!(error instanceof HttpFailure) || typeof error.data !== 'object' || error.data === null) {
    return undefined;
  }
  return 'error' in error.data ? error.data.error : undefined;
}
