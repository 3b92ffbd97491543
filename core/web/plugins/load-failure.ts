/** Why the code of a plugin from outside was not loaded, although nothing of it has run. */
export class LoadFailure extends Error {
  /**
   * `integrity`: a file is not the one that was installed; `requires`: the workbench lacks what the plugin was built
   * against; `import`: a file did not come.
   */
  readonly phase: 'integrity' | 'requires' | 'import';
  /** The server was not reached: nothing is wrong with the plugin. */
  readonly isPassing: boolean;

  constructor(phase: LoadFailure['phase'], message: string, facts: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause: facts.cause });
    this.name = 'LoadFailure';
    this.phase = phase;
    this.isPassing = facts.isPassing ?? false;
  }
}
