import { observable, reaction, runInAction } from 'mobx';

import { deliverEvent, type EventData } from '#core/contract/event.ts';
import { resyncNeeded, sessionEnded, streamEnded } from '#core/contract/kernel-events.ts';

import { baseHeaders } from '../http/create-http.ts';
import type { Undo } from '../scope.ts';
import { createFrameReader, type EventFrame } from './event-frames.ts';
import type { Events } from './events.ts';

/** Backoff in milliseconds: the first wait, which doubles, and the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** The server sends a heartbeat every 20 seconds; after this long without one the connection is dead. */
const SILENCE = 50_000;

export interface EventsDependencies {
  /** Null while nobody is logged in or the session is forced offline. Observed. */
  token(): string | null;
  language(): string;
  /** The stream suggests that the session may have ended; the session checks with the server. */
  checkSession(): void;
  /** The server ended the session because more devices are in use than the membership allows. */
  forceOffline(): void;
  /** Called when a listener throws. */
  report(error: unknown): void;
  /** How requests are made; the browser's fetch by default. */
  fetch?: typeof globalThis.fetch;
  random?: () => number;
  /** Tells whether this page may hold a connection, when that changes; it always may by default. */
  watchTurn?(changed: (isOurs: boolean) => void): Undo;
}

/** {@link Events} with its disposal. */
export interface EventsService extends Events {
  dispose(): void;
}

interface Listener {
  topic: string;
  /** Receives the data of an event of the topic. */
  take(data: unknown): void;
  resync: (() => void) | undefined;
  /** The connection attempt at which it started listening. */
  since: number;
}

/**
 * Creates the page's one connection to the server's events. It is open while somebody is logged in and it is the page's
 * turn, reconnects with growing waits, and catches up on missed events.
 */
export function createEvents(dependencies: EventsDependencies): EventsService {
  const { random = Math.random } = dependencies;
  const listeners = new Set<Listener>();
  const view = observable({ connection: 'off' as Events['connection'] });
  let attempts = 0;
  let lastId = '';
  /** When what is shown was asked for at the earliest. */
  let began = 0;
  let running: AbortController | undefined;
  let currentToken: string | null = null;
  let isOurTurn = true;

  function show(connection: Events['connection']): void {
    runInAction(() => {
      view.connection = connection;
    });
  }

  /** One listener's failure must not keep the others from being called. */
  function attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      dependencies.report(error);
    }
  }

  function askToResync(which: (listener: Listener) => boolean): void {
    for (const listener of [...listeners]) if (which(listener)) attempt(() => listener.resync?.());
  }

  function deliver({ id, topic, data }: EventFrame): void {
    if (id !== '') lastId = id;
    if (topic === resyncNeeded.topic) {
      askToResync(() => true);
      return;
    }
    if (topic === sessionEnded.topic) deliverEvent(sessionEnded, data, endSession, dependencies.checkSession);
    else if (topic === streamEnded.topic) dependencies.checkSession();
    for (const listener of [...listeners]) if (listener.topic === topic) attempt(() => listener.take(data));
  }

  function endSession({ state }: EventData<typeof sessionEnded>): void {
    if (state === 'forced-offline') dependencies.forceOffline();
    else dependencies.checkSession();
  }

  /** Runs one connection from start to end. @returns milliseconds to wait before the next, null for none */
  async function connect(token: string, signal: AbortSignal): Promise<number | null> {
    attempts += 1;
    const mine = attempts;
    const catchesUp = lastId !== '';
    const silence = createSilence(signal);
    try {
      const answer = await (dependencies.fetch ?? globalThis.fetch)('/api/events', {
        headers: {
          ...baseHeaders(token, dependencies.language()),
          Accept: 'text/event-stream',
          ...(catchesUp ? { 'Last-Event-ID': lastId } : { 'X-Page-Age': String(Math.ceil(performance.now() - began)) }),
        },
        cache: 'no-store',
        signal: silence.signal,
      });
      if (answer.status === 401) {
        dependencies.checkSession();
        return LONGEST_WAIT;
      }
      if (!answer.ok || answer.body === null) return null;
      show('open');
      // What these listeners loaded before this connection may be older than its first event.
      if (!catchesUp) askToResync((listener) => listener.since < mine);
      const frames = createFrameReader();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        silence.heard();
        const { done, value } = await reader.read();
        if (done) return frames.retry ?? FIRST_WAIT;
        for (const frame of frames.push(value)) if (!signal.aborted) deliver(frame);
      }
    } catch {
      return null;
    } finally {
      silence.end();
    }
  }

  function begin(): void {
    running?.abort();
    running = undefined;
    if (currentToken === null) return show('off');
    // What is missed meanwhile comes with the next connection.
    if (!isOurTurn) return show('connecting');
    running = new AbortController();
    void keepConnected(currentToken, running.signal);
  }

  const unwatch = dependencies.watchTurn?.((isOurs) => {
    if (isOurs === isOurTurn) return;
    isOurTurn = isOurs;
    begin();
  });

  async function keepConnected(token: string, signal: AbortSignal): Promise<void> {
    let failures = 0;
    show('connecting');
    while (!signal.aborted) {
      const asked = await connect(token, signal);
      if (signal.aborted) return;
      show('lost');
      failures = asked === null ? failures + 1 : 0;
      const longest = asked ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
      // Jitter: half of the wait is random, so that browsers do not all reconnect to a restarted server at the same
      // moment.
      await waitOrOnline(longest / 2 + (random() * longest) / 2, signal);
    }
  }

  const stop = reaction(
    () => dependencies.token(),
    (given, before) => {
      // Whoever is logged in already shows what has been asked for since the page was.
      began = before === undefined ? 0 : performance.now();
      // Event ids of one account mean nothing to another.
      lastId = '';
      currentToken = given;
      begin();
    },
    { fireImmediately: true },
  );

  return {
    get connected() {
      return view.connection === 'open';
    },
    get connection() {
      return view.connection;
    },
    on(event, heard, resync) {
      const take = (data: unknown): void => deliverEvent(event, data, heard, resync);
      const listener: Listener = { topic: event.topic, take, resync, since: attempts };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose() {
      stop();
      void unwatch?.();
      running?.abort();
      listeners.clear();
      show('off');
    },
  };
}

/** A signal that fires together with another one, or after a long silence. */
function createSilence(signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, SILENCE);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE);
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      // A half-read stream would stay open.
      abort();
    },
  };
}

/** Waits; ends early when the browser comes back online. */
function waitOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
