import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import { fail } from '#core/contract/errors.ts';
import type { EventDefinition } from '#core/contract/event.ts';
import { accountChanged, resyncNeeded, sessionEnded, streamEnded } from '#core/contract/kernel-events.ts';
import { bearerToken } from '#core/server/http/calls/authentication.ts';
import type { CallContext, CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { disconnectSignal } from '#core/server/http/calls/client-disconnect.ts';
import { REQUEST_ID_HEADER } from '#core/server/http/calls/request-id.ts';
import type { Caller, SessionEnd } from '#core/server/services/accounts/accounts.ts';
import type { ServerEvents, ServerEvent } from '#core/server/services/events/events.ts';

import { PAGE_AGE_HEADER, streamEvents } from './event-calls.ts';
import { createMembershipExpiry, type MembershipExpiryParts } from './membership-expiry.ts';

/** Maximum open streams of one account on one node. */
export const STREAMS_PER_ACCOUNT = 10;
const PING_MILLISECONDS = 20_000;
/** A page that is older has loaded anew what it shows. */
const MAX_PAGE_AGE = 60_000;
/** A client that falls this far behind is disconnected; it reconnects and catches up. */
const BACKLOG_BYTES = 1024 * 1024;

export interface EventStreamOptions {
  /** Headers of every response. */
  headers: Record<string, string>;
  /** Milliseconds between pings, each of which also checks the session; 20 000 by default. */
  pingMilliseconds?: number;
}

/** The event streams of one node. */
export interface EventStreams {
  register(calls: CallRegistry): void;
  /** How many are open. */
  count(): number;
  /** Ends all of them, so that the server can close. */
  close(): void;
}

/**
 * Serves `GET /api/events`. A stream begins with what its client missed since `Last-Event-ID` or while its page was
 * loaded (or with {@link resyncNeeded} if that is no longer available), continues live, and ends when the client
 * disconnects or the session ends; in the latter case its last events are {@link sessionEnded} and {@link streamEnded}.
 */
export function createEventStreams(parts: MembershipExpiryParts, options: EventStreamOptions): EventStreams {
  const { accounts, events } = parts;
  const open = new Set<ServerResponse>();
  /** Callbacks for the end of a session, by its id. */
  const enders = new Map<string, Set<(reason: SessionEnd) => void>>();
  const closed = new AbortController();
  let hearing: Promise<void> | undefined;

  /** Listens for ended sessions, from the first stream on. */
  function hearEnds(): Promise<void> {
    hearing ??= accounts.onSessionEnd((sessionId, reason) => {
      for (const end of enders.get(sessionId) ?? []) end(reason);
    }, closed.signal);
    return hearing;
  }

  const membershipExpiry = createMembershipExpiry(parts);
  const perAccount = new Map<string, number>();
  let closing = false;

  async function stream(context: CallContext<Caller>): Promise<void> {
    const { caller, request, reply } = context;
    const { accountId, sessionId } = caller;
    let { operator } = caller;
    const held = perAccount.get(accountId) ?? 0;
    if (held >= STREAMS_PER_ACCOUNT) {
      fail('core:events.too-many', { limit: STREAMS_PER_ACCOUNT }, { kind: 'too-many' });
    }
    const raw = reply.raw;
    perAccount.set(accountId, held + 1);
    raw.once('close', () => {
      open.delete(raw);
      const left = (perAccount.get(accountId) ?? 1) - 1;
      if (left === 0) perAccount.delete(accountId);
      else perAccount.set(accountId, left);
    });
    const signal = disconnectSignal(reply);
    // The admission read the same header, so there is a token.
    const token = bearerToken(request) ?? '';

    await hearEnds();
    const early: ServerEvent[] = [];
    let deliver = (event: ServerEvent) => void early.push(event);
    events.subscribe(
      accountId,
      (event) => {
        deliver(event);
        // The account may have become an operator, or no longer be one.
        if (event.topic === accountChanged.topic) void ping();
      },
      signal,
      () => operator,
    );
    const missed = await missedEvents(events, caller, request.headers);

    reply.hijack();
    if (signal.aborted || closing) {
      raw.destroy();
      return;
    }
    open.add(raw);
    const end = (reason: SessionEnd) => {
      if (raw.writableEnded || raw.destroyed) return;
      raw.write(own(sessionEnded, { state: stateOf(reason) }));
      raw.end(own(streamEnded, null));
    };
    const ends = enders.get(sessionId) ?? new Set();
    enders.set(sessionId, ends.add(end));
    raw.once('close', () => {
      ends.delete(end);
      if (ends.size === 0 && enders.get(sessionId) === ends) enders.delete(sessionId);
    });
    const pinging = setInterval(() => void ping(), options.pingMilliseconds ?? PING_MILLISECONDS);
    raw.once('close', () => clearInterval(pinging));
    raw.writeHead(200, {
      ...options.headers,
      [REQUEST_ID_HEADER]: request.id,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    if (missed === null) raw.write(own(resyncNeeded, null));
    let last = 0n;
    const send = (event: ServerEvent) => {
      // An event read from the table is delivered again if its notification arrives later.
      if (event.id !== '') {
        if (BigInt(event.id) <= last) return;
        last = BigInt(event.id);
      }
      raw.write(frame(event));
    };
    for (const event of [...(missed ?? []), ...early]) send(event);
    deliver = (event) => {
      if (raw.writableEnded || raw.destroyed) return;
      if (raw.writableLength > BACKLOG_BYTES) raw.destroy();
      else send(event);
    };
    const { topic } = accountChanged;
    membershipExpiry.follow(accountId, () => deliver({ id: '', accountId, topic, data: null }), signal);

    async function ping(): Promise<void> {
      try {
        const still = await accounts.authenticate(token);
        if (raw.writableEnded || raw.destroyed) return;
        if (still === undefined) end('ended');
        else {
          operator = still.operator;
          raw.write(':\n\n');
        }
      } catch (error) {
        request.log.warn({ err: error }, 'the session of an event stream could not be checked');
      }
    }
  }

  return {
    register(calls) {
      calls.stream(streamEvents, (_input, context) => stream(context));
    },
    count: () => open.size,
    close() {
      closing = true;
      closed.abort();
      for (const raw of open) raw.end();
    },
  };
}

function stateOf(reason: SessionEnd): 'forced-offline' | 'disabled' | 'ended' {
  return reason === 'forced-offline' || reason === 'disabled' ? reason : 'ended';
}

/** Null when they are unknown, so that the browser reloads everything. */
async function missedEvents(
  events: ServerEvents,
  { accountId, operator }: Caller,
  headers: IncomingHttpHeaders,
): Promise<ServerEvent[] | null> {
  const lastId = headers['last-event-id'];
  if (lastId !== undefined) {
    const isId = typeof lastId === 'string' && /^\d{1,18}$/.test(lastId);
    return isId ? events.since(accountId, lastId, operator) : null;
  }
  const waited = Number(headers[PAGE_AGE_HEADER]);
  return waited > 0 && waited <= MAX_PAGE_AGE ? events.recent(accountId, waited, operator) : [];
}

/** A frame of an event that is sent on this stream only. */
function own<D>({ topic }: EventDefinition<D>, data: D): string {
  return frame({ id: '', topic, data });
}

function frame(event: Omit<ServerEvent, 'accountId'>): string {
  const id = event.id === '' ? '' : `id: ${event.id}\n`;
  return `${id}event: ${event.topic.replace(/[\r\n]/g, '')}\ndata: ${JSON.stringify(event.data ?? null)}\n\n`;
}
