/** Why an external plugin's code was not loaded. None of it has run. */
export class LoadFailure extends Error {
  /**
   * `integrity`: a file is not the installed one; `requires`: the workbench lacks something that the plugin was built
   * against; `import`: a file could not be fetched.
   */
  readonly phase: 'integrity' | 'requires' | 'import';
  /** Whether the server was unreachable, so that nothing is wrong with the plugin. */
  readonly isPassing: boolean;

  constructor(phase: LoadFailure['phase'], message: string, facts: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause: facts.cause });
    this.name = 'LoadFailure';
    this.phase = phase;
    this.isPassing = facts.isPassing ?? false;
  }
}
