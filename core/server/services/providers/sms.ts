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
  /**
   * Hands a code to the carrier. It is sent once and never retried automatically: after a lost answer nobody knows
   * whether it has left, and a second one would cost a second.
   * @throws ProviderFailure `refused`: this number cannot receive one; `limited`: the carrier's own limits
   */
  send(message: SmsCode): Promise<void>;
}
