/** Login by scanning a QR code. */
export interface QrLoginProvider {
  readonly id: 'embedded' | 'wechat';
  /** Whether the provider vouches for a person's identity, so that they may register without a mobile number. */
  readonly vouches: boolean;
  /**
   * Returns the text of a QR code for a scene.
   * @param seconds how long the code may be scanned
   * @throws QrLoginFailure
   */
  createCode(sceneId: string, seconds: number): Promise<string>;
  /** What the platform calls who scanned; null where it does not say. Never fails: a login does not wait for a name. */
  nameOf?(person: string): Promise<string | null>;
}

/** A QR code could not be created. The provider's own message is for the log. */
export class QrLoginFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'QrLoginFailure';
  }
}
