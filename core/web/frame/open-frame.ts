import { expose, wrap, type Remote } from 'comlink';

import { PORTS_MESSAGE, type GuestApi, type HostApi } from './frame-protocol.ts';
import { guardFocus } from './guard-focus.ts';
import { guardPort, messageMeter, type CutReason } from './guard-port.ts';
import { watchPulse } from './watch-pulse.ts';

export interface FrameOptions {
  /** Where the server serves the plugin's page. */
  address: string;
  /** Labels it for screen readers. */
  title: string;
  /** What the frame may ask for; methods that are not here do not exist for it. */
  api: Partial<HostApi>;
  /** Called when the ports have been handed over and the frame can be started. */
  opened(guest: Remote<GuestApi>): void;
  /** Called when the frame broke a rule or stopped responding; it is already closed. */
  cut(reason: CutReason): void;
}

/** A frame of an untrusted plugin. */
export interface Frame {
  /** To be inserted into the page. */
  readonly element: HTMLIFrameElement;
  readonly guest: Remote<GuestApi>;
  close(): void;
}

/** How long the frame's page may take to load on a slow connection. */
const OPENING_MILLISECONDS = 60_000;
/** How many messages a frame may post to the window itself, where nothing listens to them. */
const STRAY_MESSAGES = 20;

/**
 * Creates the frame of an untrusted plugin: it has an opaque origin without cookies or storage, and reaches the
 * workbench through two ports only. They are handed over once, to the page that the server wrote; if the frame
 * navigates anywhere else, it gets no ports and is closed.
 */
export function openFrame(options: FrameOptions): Frame {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts allow-forms');
  element.referrerPolicy = 'no-referrer';
  element.allow = '';
  element.title = options.title;
  element.className = 'rp-frame';
  element.src = options.address;

  const asked = new MessageChannel();
  const guestChannel = new MessageChannel();
  const count = messageMeter();
  let strays = 0;
  let isOpened = false;
  let isClosed = false;
  let stopPulse = (): void | Promise<void> => undefined;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(opening);
    void stopPulse();
    void stopFocusGuard();
    window.removeEventListener('message', hearStray);
    asked.port1.close();
    guestChannel.port1.close();
    element.remove();
  }

  function cut(reason: CutReason): void {
    if (isClosed) return;
    close();
    options.cut(reason);
  }

  function hearStray({ source }: MessageEvent): void {
    if (source === null || source !== element.contentWindow) return;
    strays += 1;
    if (strays > STRAY_MESSAGES) cut('flood');
  }

  // Without a prototype: only the listed methods exist.
  const api = Object.assign(Object.create(null) as object, options.api);
  expose(api, guardPort(asked.port1, { takes: new Set(Object.keys(api)), count, cut }));
  const guest = wrap<GuestApi>(guardPort(guestChannel.port1, { takes: 'answers', count, cut }));
  window.addEventListener('message', hearStray);
  const stopFocusGuard = guardFocus({ element, tooOften: () => cut('focus') });
  const opening = setTimeout(() => cut('unopened'), OPENING_MILLISECONDS);

  element.addEventListener('load', () => {
    if (isClosed) return;
    if (isOpened) {
      cut('left');
      return;
    }
    isOpened = true;
    clearTimeout(opening);
    // An opaque origin has no name to use as the target; the document is the one that the server wrote.
    element.contentWindow?.postMessage(PORTS_MESSAGE, '*', [asked.port2, guestChannel.port2]);
    stopPulse = watchPulse({ ask: () => guest.pulse(), silent: () => cut('silent') });
    options.opened(guest);
  });

  return { element, guest, close };
}
