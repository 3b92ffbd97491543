/** A letter. */
export interface MailMessage {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text, with line breaks. */
  text: string;
  /** The same with its own looks; null for plain text alone. */
  html: string | null;
}

/** Sends letters. */
export interface MailProvider {
  /**
   * Hands a letter to the mail server.
   * @param reference becomes part of the letter's id, so that one that leaves twice is shown once
   * @throws ProviderFailure `refused` for an address that cannot receive letters
   */
  send(message: MailMessage, reference: string): Promise<void>;
}
