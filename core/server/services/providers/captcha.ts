/** What a captcha service's own widget gave the browser. */
interface CaptchaTicket {
  ticket: string;
  /** A second value of the widget that belongs to the ticket. */
  randstr: string;
  /** The visitor's address as this server sees it. */
  ip: string;
}

/** The workbench's own slider puzzle, which the account plugin makes and judges. */
interface PuzzleCaptcha {
  readonly form: 'puzzle';
}

/** A service that tells people from programs by a widget of its own. */
export interface WidgetCaptcha {
  readonly form: 'widget';
  /**
   * The script that browsers load; it leaves `TencentCaptcha` in the window or something that is used alike: `new
   * TencentCaptcha(appId, done, options).show()`, with `ret`, `ticket` and `randstr` for `done`. Pages load nothing from
   * origins that are not in the environment's `CAPTCHA_ORIGINS`.
   */
  readonly script: string;
  readonly appId: string;
  /**
   * Whether the ticket is one of a solved captcha, not used before.
   * @throws ProviderFailure when it cannot be judged
   */
  verify(ticket: CaptchaTicket): Promise<boolean>;
}

/** Tells people from programs. */
export type CaptchaProvider = PuzzleCaptcha | WidgetCaptcha;
