import { expose, wrap, type Remote } from 'comlink';

import { PORTS_MESSAGE, type GuestApi, type HostApi } from './frame-protocol.ts';
import { guardPort, messageMeter, type CutReason } from './guard-port.ts';
import { watchPulse } from './watch-pulse.ts';

export interface FrameOptions {
  /** Where the server writes the plugin's page. */
  address: string;
  /** Names it for screen readers. */
  title: string;
  /** What the frame may ask for; a method that is not here does not exist for it. */
  api: Partial<HostApi>;
  /** The ports are handed over: the frame can be started. */
  opened(guest: Remote<GuestApi>): void;
  /** The frame did what no frame may, or is silent; it is closed already. */
  cut(reason: CutReason): void;
}

/** A frame of an untrusted plugin. */
export interface Frame {
  /** To be put into the page. */
  readonly element: HTMLIFrameElement;
  readonly guest: Remote<GuestApi>;
  close(): void;
}

/** A slow line may take so long for the frame's page. */
const OPENING_MILLISECONDS = 60_000;
/** What a frame may post to the window itself: nothing that is meant for anybody. */
const STRAY_MESSAGES = 20;

/**
 * Makes the frame of an untrusted plugin: of an origin of its own, without cookies or storage, which reaches the
 * workbench by two ports only. They are handed over once, to the page that the server wrote; whatever else comes to
 * stand in the frame gets none, and the frame is closed.
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
  const told = new MessageChannel();
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
    window.removeEventListener('message', hearStray);
    asked.port1.close();
    told.port1.close();
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

  // Only what was listed is there, and nothing that every object has.
  const api = Object.assign(Object.create(null) as object, options.api);
  expose(api, guardPort(asked.port1, { takes: new Set(Object.keys(api)), count, cut }));
  const guest = wrap<GuestApi>(guardPort(told.port1, { takes: 'answers', count, cut }));
  window.addEventListener('message', hearStray);
  const opening = setTimeout(() => cut('unopened'), OPENING_MILLISECONDS);

  element.addEventListener('load', () => {
    if (isClosed) return;
    if (isOpened) {
      cut('left');
      return;
    }
    isOpened = true;
    clearTimeout(opening);
    // An opaque origin has no name to be sent to; what stands there is what the server wrote.
    element.contentWindow?.postMessage(PORTS_MESSAGE, '*', [asked.port2, told.port2]);
    stopPulse = watchPulse({ ask: () => guest.pulse(), silent: () => cut('silent') });
    options.opened(guest);
  });

  return { element, guest, close };
}
