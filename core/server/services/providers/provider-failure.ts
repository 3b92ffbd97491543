/**
 * Why a service did not do what it was asked for, which decides what happens next.
 *
 * - `unavailable`: not reached, or it failed for a moment; the same request may be made again later
 * - `limited`: its own limits; not before {@link ProviderFailure.until}, if that is known
 * - `refused`: it will never accept this request, such as a number that cannot receive messages
 * - `unauthorised`: somebody has to give their permission again, such as the owner of a channel
 * - `configuration`: the operator has to fix something, such as a key or a balance
 */
export type ProviderFailureKind = 'unavailable' | 'limited' | 'refused' | 'unauthorised' | 'configuration';

/** A service failed. Its own message is for the log and for operators; users are told by the feature that asked. */
export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** When it may be tried again, for `limited`. */
  readonly until: Date | null;
  /** The service's own words, for whoever has asked it; null where there are none beside the message. */
  readonly said: string | null;

  constructor(
    kind: ProviderFailureKind,
    message: string,
    options: ErrorOptions & { until?: Date; said?: string } = {},
  ) {
    super(message, options);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.until = options.until ?? null;
    this.said = options.said ?? null;
  }
}
