/** What the processes that run a plugin's tests need to know about it. */
export interface TestedPlugin {
  root: string;
  id: string;
  texts: Record<'zh' | 'en', Record<string, string>>;
  /** Its server half; null where no test of it is run. */
  server: TestedServer | null;
}

/** A built plugin with a server half. */
export interface TestedServer {
  id: string;
  /** The build, unpacked. */
  folder: string;
  /** The same as an operator installs it. */
  packed: string;
  /** Kept between runs. */
  cacheFolder: string;
}

/** The environment variable that carries a {@link TestedPlugin}. */
const TESTED = 'REELPORT_TESTED_PLUGIN';

/** The environment of a process that runs its tests. */
export function testEnvironment(tested: TestedPlugin): Record<string, string> {
  return { [TESTED]: JSON.stringify(tested) };
}

export function testedPlugin(): TestedPlugin {
  // Set by the command that started this.
  return JSON.parse(process.env[TESTED] ?? '{}') as TestedPlugin;
}

/** @throws TypeError where no test of a server half is run */
export function testedServer(): TestedServer {
  const { server } = testedPlugin();
  if (server === null) throw new TypeError('no server half was built: is this test in tests/server/?');
  return server;
}
