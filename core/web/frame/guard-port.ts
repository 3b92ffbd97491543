import type { Endpoint } from 'comlink';

import { FRAME_LIMITS } from './frame-protocol.ts';
import { messageWeight } from './message-weight.ts';

/** Why a frame was closed. `left`: it navigated to another page. */
export type CutReason = 'flood' | 'size' | 'left' | 'silent' | 'unopened' | 'focus';

/** Restrictions on the messages of a frame. */
export interface PortGuard {
  /** What the frame may send here: calls of these methods, or answers to what it was asked. */
  takes: 'answers' | ReadonlySet<string>;
  /** Counts a message. @returns whether it is within the limits */
  count(): boolean;
  /** Called when the frame has sent something forbidden; it is not listened to any longer. */
  cut(reason: CutReason): void;
}

type Listener = (event: MessageEvent) => void;

/**
 * The end of a port that listens to a frame. Comlink follows any path that a message names, and unpacks ports and
 * special values from it; so only calls of listed methods with plain data, and answers with plain data, are passed on
 * to it, each rebuilt from scratch. Calls of anything else are refused, and a frame that exceeds its limits is cut off.
 */
export function guardPort(port: MessagePort, guard: PortGuard): Endpoint {
  const listeners = new Set<Listener>();
  let isCut = false;

  function cut(reason: CutReason): void {
    isCut = true;
    port.close();
    guard.cut(reason);
  }

  port.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isCut) return;
    if (!guard.count()) return cut('flood');
    const { data } = event;
    const weight = messageWeight(data, FRAME_LIMITS.messageBytes);
    if (weight.bytes > FRAME_LIMITS.messageBytes || weight.files > FRAME_LIMITS.fileBytes) return cut('size');
    if (event.ports.length > 0 || !isRecord(data) || !isId(data['id'])) return undefined;
    const clean = guard.takes === 'answers' ? answerIn(data) : callIn(data, guard.takes);
    if (clean === undefined) {
      if (guard.takes !== 'answers') port.postMessage(refusal(data['id']));
      return undefined;
    }
    const cleaned = new MessageEvent('message', { data: clean });
    for (const listener of listeners) listener(cleaned);
    return undefined;
  });

  return {
    postMessage: (message, transfer) => port.postMessage(message, transfer ?? []),
    addEventListener: (_type, listener) => void listeners.add(listener as Listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener as Listener),
    start: () => port.start(),
  };
}

/** A rate limit: a burst of messages at once, and a steady number per second in the long run. */
export function messageMeter(now: () => number = () => performance.now()): () => boolean {
  let left: number = FRAME_LIMITS.burst;
  let last = now();
  return () => {
    const time = now();
    left = Math.min(FRAME_LIMITS.burst, left + ((time - last) / 1000) * FRAME_LIMITS.perSecond) - 1;
    last = time;
    return left >= 0;
  };
}

/** A call of a listed method with plain arguments. */
function callIn(data: Record<string, unknown>, methods: ReadonlySet<string>): object | undefined {
  const { id, type, path, argumentList } = data;
  if (type !== 'APPLY' || !Array.isArray(path) || path.length !== 1) return undefined;
  const [method] = path as unknown[];
  if (typeof method !== 'string' || !methods.has(method)) return undefined;
  if (!Array.isArray(argumentList) || argumentList.length > 4) return undefined;
  const plain: object[] = [];
  for (const argument of argumentList as unknown[]) {
    if (!isRecord(argument) || argument['type'] !== 'RAW') return undefined;
    plain.push({ type: 'RAW', value: argument['value'] });
  }
  return { id, type, path: [method], argumentList: plain };
}

/** An answer: a plain value, or what was thrown. */
function answerIn(data: Record<string, unknown>): object | undefined {
  const { id, type, name, value } = data;
  if (type === 'RAW') return { id, type, value };
  if (type !== 'HANDLER' || name !== 'throw') return undefined;
  const thrown = isRecord(value) && isRecord(value['value']) ? value['value'] : {};
  const text = (part: unknown): string => (typeof part === 'string' ? part.slice(0, 4000) : '');
  const error = { name: 'Error', message: text(thrown['message']), stack: text(thrown['stack']) };
  return { id, type, name, value: { isError: true, value: error } };
}

function refusal(id: unknown): object {
  const value = { name: 'TypeError', message: 'the workbench offers this plugin no such thing', stack: '' };
  return { id, type: 'HANDLER', name: 'throw', value: { isError: true, value } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 100;
}
