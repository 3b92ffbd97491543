import type { ServiceAnswer, ServiceCall } from './service-call.ts';

/** What somebody is to scan. */
export interface QrScene {
  /** At most 64 letters, digits, `-` and `_`; who knows it may confirm it. */
  id: string;
  /** How long the code may be scanned. */
  seconds: number;
  /** Where the asking browser reached this server, for installations without a public address. */
  origin: string;
}

/** Somebody has scanned a code, which confirms it. */
export interface QrScan {
  sceneId: string;
  /** Who it was, the same each time; at most 200 letters. */
  person: string;
}

/** Login by scanning a QR code. */
export interface QrLoginProvider {
  /** Whether the provider vouches for a person's identity, so that they may register without a mobile number. */
  readonly vouches: boolean;
  /**
   * Returns the text of a QR code for a scene.
   * @throws ProviderFailure
   */
  createCode(scene: QrScene): Promise<string>;
  /**
   * Checks and reads what the platform sends to `/anon/qr-login/events`; the same event may come several times.
   * @throws ProviderFailure `refused` for a wrong or old signature
   */
  receive?(call: ServiceCall): Promise<{ answer: ServiceAnswer; scan: QrScan | null }>;
  /** What the platform calls who scanned; null where it does not say. Never fails: a login does not wait for a name. */
  nameOf?(person: string): Promise<string | null>;
}
