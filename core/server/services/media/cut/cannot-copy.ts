import type { NotCopied } from '#core/contract/cut-facts.ts';

/** Thrown where copying cannot be proven safe: then it is encoded. */
export class CannotCopy extends Error {
  readonly reason: NotCopied;

  constructor(reason: NotCopied, message: string) {
    super(message);
    this.reason = reason;
  }
}
