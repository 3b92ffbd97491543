/** The set-up cannot continue; its message is the one line that the user sees. */
export class SetUpError extends Error {}
