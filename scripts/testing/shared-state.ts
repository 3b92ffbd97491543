/** What files that run in the same process share, and must leave unchanged for the next one. */
export interface SharedState {
  folder: string;
  environment: Record<string, string | undefined>;
  globals: Map<string, unknown>;
  listeners: Map<string, number>;
}

/** Variables that the runner sets for each file, that Node.js sets, and that sharp sets when it is loaded. */
const EXCEPTED = new Set(['TMPDIR', 'REELPORT_TEST_FOLDER', 'NODE_TEST_WORKER_ID', 'VIPSHOME']);

/** Properties that mocks and patches replace below an existing global. */
const PATCHED: [string, object, readonly string[]][] = [
  ['console', console, ['debug', 'error', 'info', 'log', 'warn']],
  ['Date', Date, ['now']],
  ['Math', Math, ['random']],
  ['performance', performance, ['now']],
  ['process', process, ['emitWarning', 'exit', 'kill', 'nextTick', 'on']],
];

/** Globals of packages that are loaded when they are first used: zod's registry, and where the client of S3 runs. */
const OF_PACKAGES = /^(__zod_|awslambda$)/;

/** Listeners to these do not affect other files. */
const AT_THE_END = new Set(['beforeExit', 'exit']);

/** Records the shared state of this process. */
export function readSharedState(): SharedState {
  const globals = new Map<string, unknown>();
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    globals.set(name, value ?? get);
  for (const [name, owner, methods] of PATCHED)
    for (const method of methods) globals.set(`${name}.${method}`, Reflect.get(owner, method));
  return {
    folder: process.cwd(),
    environment: Object.fromEntries(Object.entries(process.env).filter(([name]) => !EXCEPTED.has(name))),
    globals,
    listeners: new Map(
      process
        .eventNames()
        .filter((name) => !AT_THE_END.has(String(name)))
        .map((name) => [String(name), process.listenerCount(name)]),
    ),
  };
}

/**
 * What a file changed and did not restore, one sentence per change.
 * @param before the file was loaded
 * @param loaded after it and its packages were, which may add globals and process listeners
 * @param after it ended
 */
export function describeChanges(before: SharedState, loaded: SharedState, after: SharedState): string[] {
  const changes: string[] = [];
  if (before.folder !== after.folder) changes.push(`it left the process in ${after.folder}`);
  for (const name of new Set([...Object.keys(before.environment), ...Object.keys(after.environment)]))
    if (before.environment[name] !== after.environment[name]) changes.push(`it changed the variable ${name}`);
  for (const [name, value] of [...loaded.globals, ...before.globals])
    if (!Object.is(value, after.globals.get(name))) changes.push(`it replaced the global ${name}`);
  for (const name of after.globals.keys())
    if (!loaded.globals.has(name) && !OF_PACKAGES.test(name)) changes.push(`it added the global ${name}`);
  for (const [name, count] of after.listeners)
    if (count > (loaded.listeners.get(name) ?? 0)) changes.push(`it left a listener of the process for ${name}`);
  return [...new Set(changes)];
}
