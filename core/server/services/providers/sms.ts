/** A code that is to reach a phone. */
export interface SmsCode {
  /** A mainland mobile number, eleven digits. */
  mobile: string;
  code: string;
  /** How long the code is good for. */
  minutes: number;
  /** The language of the text, where the provider lets one choose. */
  language: 'zh' | 'en';
}

/** Sends codes to phones. */
export interface SmsProvider {
  readonly id: string;
  /**
   * Hands a code to the carrier; it is sent once and never again by itself.
   * @throws SmsFailure
   */
  send(message: SmsCode): Promise<void>;
}

/**
 * Why a code was not sent: `number` that cannot get one, `too-many` for the carrier's own limits, `unavailable` for
 * what passes, `configuration` for what the operator must mend.
 */
export type SmsFailureKind = 'number' | 'too-many' | 'unavailable' | 'configuration';

/** A code that was not sent. The provider's own words are for the log. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind;

  constructor(kind: SmsFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsFailure';
    this.kind = kind;
  }
}
