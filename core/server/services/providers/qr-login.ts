/** What people scan to log in. */
export interface QrLoginProvider {
  readonly id: 'embedded' | 'wechat';
  /** Whether it knows a person by more than their own word, so that they may register without a mobile number. */
  readonly vouches: boolean;
  /**
   * Makes the text of a QR code for a scene.
   * @param seconds how long the code may be scanned
   * @throws QrLoginFailure
   */
  createCode(sceneId: string, seconds: number): Promise<string>;
}

/** A QR code that could not be made. The provider's own words are for the log. */
export class QrLoginFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'QrLoginFailure';
  }
}
