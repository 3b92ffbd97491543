import { computed } from 'mobx';

import type { AskUnsaved, Router, UnsavedOptions } from '#core/web/router/router.ts';
import type { FrameUnsaved } from '../frame-protocol.ts';
import { send, type FrameLink } from './frame-link.ts';

/** A plugin's "is anything unsaved" check need not be observable, so it is polled this often, in milliseconds. */
const ASKED_EVERY = 300;

/**
 * The workbench's router as the frame sees it: the position within its own pages, and navigation that the workbench
 * decides on.
 */
export function frameRouter(link: FrameLink): Router & { dispose(): void } {
  const { host, hearing } = link;
  const place = computed(() => {
    const { path, search, hash } = link.state.place;
    return { path, query: new URLSearchParams(search), hash };
  });
  const asking = new Set<{ unsaved: AskUnsaved; options: UnsavedOptions }>();
  let sent: FrameUnsaved = { left: false, stopped: false, canRescue: false };
  let timer: ReturnType<typeof setInterval> | undefined;

  hearing.rescue = async () => {
    for (const { unsaved, options } of asking) {
      if (options.rescue !== undefined && unsaved('stopped')) return await options.rescue();
    }
    throw new TypeError('nothing is unsaved');
  };

  function tell(): void {
    const all = [...asking];
    const now = {
      left: all.some(({ unsaved }) => unsaved('left')),
      stopped: all.some(({ unsaved }) => unsaved('stopped')),
      canRescue: all.some(({ unsaved, options }) => options.rescue !== undefined && unsaved('stopped')),
    };
    if (now.left === sent.left && now.stopped === sent.stopped && now.canRescue === sent.canRescue) return;
    sent = now;
    send(host.unsaved(now));
  }

  return {
    get place() {
      return place.get();
    },
    get route() {
      return link.state.route;
    },
    async go(to, { replace = false } = {}) {
      // The workbench needs to know now whether anything is unsaved.
      tell();
      return await host.go(to, replace);
    },
    back: () => send(host.back()),
    confirmLeaving(unsaved, options = {}) {
      const asked = { unsaved, options };
      asking.add(asked);
      timer ??= setInterval(tell, ASKED_EVERY);
      tell();
      return () => {
        asking.delete(asked);
        tell();
        if (asking.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    dispose: () => clearInterval(timer),
  };
}
