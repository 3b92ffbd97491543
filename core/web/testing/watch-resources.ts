import { Reaction } from 'mobx';
import { Observable, type Subscription } from 'rxjs';

type Stop = () => void;

/** Current numbers of things that have to be cleaned up. */
export interface ResourceCounts {
  /** On the window, the document, its head and body, and media queries. */
  listeners: number;
  timers: number;
  /** MobX reactions, including those of observer components. */
  reactions: number;
  /** RxJS subscriptions. */
  subscriptions: number;
  /** Observers of sizes, intersections and DOM mutations. */
  observers: number;
  /** Open broadcast channels, web sockets, event sources and workers. */
  channels: number;
  /** Elements in head and body. */
  elements: number;
}

/** Counts from its creation until it is stopped. */
export interface ResourceWatch {
  count(): ResourceCounts;
  stop: Stop;
  /** Whether it was stopped, by whoever began it or by the end of the test. */
  readonly isStopped: boolean;
}

let running: ResourceWatch | undefined;

/** Stops the watch of a test that ended without stopping it, so that nothing stays wrapped for the tests after it. */
export function stopLeftWatch(): void {
  running?.stop();
}

/** Watches everything that outlives the code which created it. Only one watch at a time. */
export function watchResources(): ResourceWatch {
  stopLeftWatch();
  const parts = {
    ...watchTimers(),
    ...watchReactions(),
    ...watchSubscriptions(),
    ...watchListeners(),
    ...watchObservers(),
    ...watchChannels(),
  };
  let isStopped = false;
  const watch: ResourceWatch = {
    get isStopped() {
      return isStopped;
    },
    count: () => ({
      listeners: parts.listeners.count(),
      timers: parts.timers.count(),
      reactions: parts.reactions.count(),
      subscriptions: parts.subscriptions.count(),
      observers: parts.observers.count(),
      channels: parts.channels.count(),
      elements: document.head.childElementCount + document.body.childElementCount,
    }),
    stop() {
      if (isStopped) return;
      isStopped = true;
      running = undefined;
      for (const part of Object.values(parts)) part.stop();
    },
  };
  running = watch;
  return watch;
}

interface Part {
  count(): number;
  stop: Stop;
}

type Anything = (...args: unknown[]) => unknown;

/** Wraps a method until the watch is stopped. */
function around(
  owner: object,
  name: string,
  wrap: (original: Anything, self: unknown, args: unknown[]) => unknown,
): Stop {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') return () => undefined;
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      return wrap(original as Anything, this, args);
    },
  });
  return () => {
    if (descriptor === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, descriptor);
  };
}

function together(undos: readonly Stop[]): Stop {
  return () => {
    for (const undo of undos) undo();
  };
}

function watchTimers(): { timers: Part } {
  const live = new Set<unknown>();
  const undos = [
    ['setTimeout', 'clearTimeout', true],
    ['setInterval', 'clearInterval', false],
    ['requestAnimationFrame', 'cancelAnimationFrame', true],
  ].flatMap(([set, clear, once]) => [
    around(globalThis, String(set), (original, self, [run, ...rest]) => {
      const timer: { id?: unknown } = {};
      const ring = (...args: unknown[]): void => {
        if (once === true) live.delete(timer.id);
        if (typeof run === 'function') Reflect.apply(run, undefined, args);
      };
      timer.id = Reflect.apply(original, self, [ring, ...rest]);
      live.add(timer.id);
      return timer.id;
    }),
    around(globalThis, String(clear), (original, self, [id]) => {
      live.delete(id);
      return Reflect.apply(original, self, [id]);
    }),
  ]);
  return { timers: { count: () => live.size, stop: together(undos) } };
}

function watchReactions(): { reactions: Part } {
  const live = new Set<unknown>();
  const undos = [
    around(Reaction.prototype, 'track', (original, self, args) => {
      live.add(self);
      return Reflect.apply(original, self, args);
    }),
    around(Reaction.prototype, 'dispose', (original, self, args) => {
      live.delete(self);
      return Reflect.apply(original, self, args);
    }),
  ];
  return { reactions: { count: () => live.size, stop: together(undos) } };
}

function watchSubscriptions(): { subscriptions: Part } {
  const live = new Set<Subscription>();
  const stop = around(Observable.prototype, 'subscribe', (original, self, args) => {
    const subscription = Reflect.apply(original, self, args) as Subscription;
    if (!subscription.closed) live.add(subscription);
    return subscription;
  });
  return { subscriptions: { count: () => [...live].filter(({ closed }) => !closed).length, stop } };
}

function watchListeners(): { listeners: Part } {
  const live = new Map<EventTarget, Map<string, Set<unknown>>>();
  const undos: Stop[] = [];

  function setOf(target: EventTarget, type: unknown, options: unknown): Set<unknown> {
    const capture: unknown =
      typeof options === 'object' && options !== null ? Reflect.get(options, 'capture') : options;
    const key = `${String(type)} ${capture === true}`;
    const byKey = live.get(target) ?? new Map<string, Set<unknown>>();
    live.set(target, byKey);
    const listeners = byKey.get(key) ?? new Set();
    byKey.set(key, listeners);
    return listeners;
  }

  function watch(target: EventTarget): void {
    undos.push(
      around(target, 'addEventListener', (original, _self, [type, listener, options]) => {
        const listeners = setOf(target, type, options);
        listeners.add(listener);
        if (typeof options === 'object' && options !== null) {
          const signal: unknown = Reflect.get(options, 'signal');
          if (signal instanceof AbortSignal) signal.addEventListener('abort', () => listeners.delete(listener));
        }
        return Reflect.apply(original, target, [type, listener, options]);
      }),
      around(target, 'removeEventListener', (original, _self, [type, listener, options]) => {
        setOf(target, type, options).delete(listener);
        return Reflect.apply(original, target, [type, listener, options]);
      }),
    );
  }

  for (const target of [globalThis, document, document.documentElement, document.head, document.body]) {
    watch(target);
  }
  undos.push(
    around(globalThis, 'matchMedia', (original, self, args) => {
      const query = Reflect.apply(original, self, args) as EventTarget;
      watch(query);
      return query;
    }),
  );
  const count = (): number =>
    [...live.values()].flatMap((byKey) => [...byKey.values()]).reduce((sum, { size }) => sum + size, 0);
  return { listeners: { count, stop: together(undos) } };
}

function watchObservers(): { observers: Part } {
  const live = new Set<unknown>();
  const undos = ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'].flatMap((name) => {
    const kind: unknown = Reflect.get(globalThis, name);
    if (typeof kind !== 'function') return [];
    const prototype = kind.prototype as object;
    const observed = new Map<unknown, Set<unknown>>();
    return [
      around(prototype, 'observe', (original, self, args) => {
        live.add(self);
        observed.set(self, (observed.get(self) ?? new Set()).add(args[0]));
        return Reflect.apply(original, self, args);
      }),
      // An observer with nothing left to observe counts as disconnected.
      ...('unobserve' in prototype
        ? [
            around(prototype, 'unobserve', (original, self, args) => {
              observed.get(self)?.delete(args[0]);
              if (observed.get(self)?.size !== 0) return Reflect.apply(original, self, args);
              observed.delete(self);
              live.delete(self);
              return Reflect.apply(original, self, args);
            }),
          ]
        : []),
      around(prototype, 'disconnect', (original, self, args) => {
        live.delete(self);
        observed.delete(self);
        return Reflect.apply(original, self, args);
      }),
    ];
  });
  return { observers: { count: () => live.size, stop: together(undos) } };
}

/** What stays open until it is closed, and by which method. */
const CHANNELS = { BroadcastChannel: 'close', WebSocket: 'close', EventSource: 'close', Worker: 'terminate' };

function watchChannels(): { channels: Part } {
  const live = new Set<object>();
  const undos = Object.entries(CHANNELS).flatMap(([name, close]) => {
    const kind: unknown = Reflect.get(globalThis, name);
    if (typeof kind !== 'function') return [];
    const counted = new Proxy(kind, {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget) as object;
        live.add(made);
        return made;
      },
    });
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: counted });
    return [
      () => {
        if (before === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, before);
      },
      around(kind.prototype as object, close, (original, self, args) => {
        live.delete(self as object);
        return Reflect.apply(original, self, args);
      }),
    ];
  });
  return { channels: { count: () => live.size, stop: together(undos) } };
}
