/** What a captcha service's own widget gave the browser. */
interface CaptchaTicket {
  ticket: string;
  /** A second value of the widget that belongs to the ticket. */
  randstr: string;
  /** The visitor's address as this server sees it. */
  ip: string;
}

/** A service that tells people from programs. */
export interface CaptchaProvider {
  readonly id: string;
  /**
   * Whether the ticket is one of a solved captcha, not used before.
   * @throws CaptchaFailure
   */
  verify(ticket: CaptchaTicket): Promise<boolean>;
}

/** A ticket could not be judged. The provider's own message is for the log. */
export class CaptchaFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptchaFailure';
  }
}
