import type { Disposable, Scope, ScopeFault, Undo } from './scope.ts';

/** How long one owned item may take to stop. */
const DEADLINE_MILLISECONDS = 2000;

/** Options of a scope. */
export interface ScopeOptions {
  /** Receives what a timer or listener of the scope throws; without it the error is reported to the window as usual. */
  onFault?: (error: unknown) => void;
}

/**
 * Creates a scope.
 * @param name identifies the scope in a {@link ScopeFault}
 */
export function createScope(name: string, options: ScopeOptions = {}): Scope {
  const owned = new Set<Undo>();
  const abort = new AbortController();
  const faults: ScopeFault[] = [];
  let disposed = false;
  let ending: Promise<readonly ScopeFault[]> | undefined;

  function guarded(run: () => void): () => void {
    const { onFault } = options;
    if (onFault === undefined) return run;
    return () => {
      try {
        run();
      } catch (error) {
        onFault(error);
      }
    };
  }

  async function undoAll(): Promise<readonly ScopeFault[]> {
    // In reverse order: what was added last may still need what was added before it.
    for (const undo of [...owned].reverse()) {
      if (!owned.delete(undo)) continue;
      try {
        await withinDeadline(undo, name);
      } catch (error) {
        faults.push({ scope: name, error });
      }
    }
    return faults;
  }

  function release(undo: Undo): void {
    owned.delete(undo);
  }

  const scope: Scope = {
    signal: abort.signal,
    get disposed() {
      return disposed;
    },
    own(thing) {
      const undo = toUndo(thing);
      if (!disposed) owned.add(undo);
      else void withinDeadline(undo, name).catch((error: unknown) => faults.push({ scope: name, error }));
      return thing;
    },
    listen(target, type, listener) {
      if (disposed) return;
      const hear = (event: Event): void => guarded(() => listener(event))();
      target.addEventListener(type, hear);
      scope.own(() => target.removeEventListener(type, hear));
    },
    after(milliseconds, run) {
      if (disposed) return;
      const stop = (): void => clearTimeout(timer);
      const timer = setTimeout(() => {
        release(stop);
        guarded(run)();
      }, milliseconds);
      scope.own(stop);
    },
    every(milliseconds, run) {
      if (disposed) return;
      const timer = setInterval(guarded(run), milliseconds);
      scope.own(() => clearInterval(timer));
    },
    child(childName) {
      const child = createScope(`${name}/${childName}`, options);
      const disposeChild = child.dispose;
      const endWithParent = async (): Promise<void> => {
        faults.push(...(await disposeChild()));
      };
      child.dispose = () => {
        release(endWithParent);
        return disposeChild();
      };
      scope.own(endWithParent);
      return child;
    },
    dispose() {
      if (!disposed) {
        disposed = true;
        abort.abort();
        ending = undoAll();
      }
      return ending ?? Promise.resolve(faults);
    },
  };
  return scope;
}

/** Whether a value has a `dispose` method. */
export function isDisposable(made: unknown): made is Disposable {
  return typeof made === 'object' && made !== null && 'dispose' in made && typeof made.dispose === 'function';
}

function toUndo(thing: Undo | Disposable): Undo {
  return typeof thing === 'function' ? thing : () => thing.dispose();
}

async function withinDeadline(undo: Undo, name: string): Promise<void> {
  const done = undo();
  if (done === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`something in "${name}" did not stop within ${DEADLINE_MILLISECONDS / 1000} s`)),
      DEADLINE_MILLISECONDS,
    );
  });
  try {
    await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
