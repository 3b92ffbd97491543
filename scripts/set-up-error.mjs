/** A set-up that cannot go on; its message is the one line that the person reads. */
export class SetUpError extends Error {}
