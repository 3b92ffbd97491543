/** A code to send to a phone. */
export interface SmsCode {
  /** A mainland mobile number, eleven digits. */
  mobile: string;
  code: string;
  /** How long the code is valid. */
  minutes: number;
  /** The language of the text, where the provider offers a choice. */
  language: 'zh' | 'en';
}

/** Sends codes to phones. */
export interface SmsProvider {
  readonly id: string;
  /**
   * Hands a code to the carrier. It is sent once and never retried automatically.
   * @throws SmsFailure
   */
  send(message: SmsCode): Promise<void>;
}

/**
 * Why a code was not sent: `number`: this number cannot receive one; `too-many`: the carrier's own limits;
 * `unavailable`: a temporary failure; `configuration`: the operator must fix something.
 */
export type SmsFailureKind = 'number' | 'too-many' | 'unavailable' | 'configuration';

/** A code that was not sent. The provider's own message is for the log. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind;

  constructor(kind: SmsFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsFailure';
    this.kind = kind;
  }
}
