import { expose, wrap, type Remote } from 'comlink';
import { observable, runInAction } from 'mobx';

import type { RescuedWork } from '#core/web/router/router.ts';
import { PORTS_MESSAGE, type FrameStart, type FrameState, type GuestApi, type HostApi } from '../frame-protocol.ts';

/** What the workbench asks of parts of the frame; each part sets its own handler. */
export interface FrameHearing {
  setting: (key: string, value: unknown) => void;
  operatorSetting: (key: string, value: unknown) => void;
  event: (topic: string, data: unknown) => void;
  resync: (topic: string) => void;
  command: (id: string) => Promise<void>;
  toastAction: (id: string) => void;
  rescue: () => Promise<RescuedWork>;
}

/** The frame's connection to the workbench. */
export interface FrameLink {
  readonly start: FrameStart;
  /** The current state of the workbench. Observable. */
  readonly state: FrameState;
  readonly host: Remote<HostApi>;
  readonly hearing: FrameHearing;
}

/** Sends something to the workbench without waiting for the answer; a refusal is reported as the plugin's own fault. */
export function send(what: Promise<unknown>): void {
  what.catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
}

/** Waits until the workbench hands over the ports and says what to show. */
export function linkFrame(window: Window = globalThis.window): Promise<FrameLink> {
  return new Promise((resolve) => {
    function take(event: MessageEvent): void {
      const [asking, guestPort] = event.ports;
      if (event.source !== window.parent || event.data !== PORTS_MESSAGE) return;
      if (asking === undefined || guestPort === undefined) return;
      window.removeEventListener('message', take);
      const host = wrap<HostApi>(asking);
      const nothing = (): never => {
        throw new TypeError('nothing of the frame answers this');
      };
      const hearing: FrameHearing = {
        setting: () => undefined,
        operatorSetting: () => undefined,
        event: () => undefined,
        resync: () => undefined,
        command: nothing,
        toastAction: () => undefined,
        rescue: nothing,
      };
      const box = observable.box<FrameState | null>(null, { deep: false });
      const api: GuestApi = {
        start(start) {
          runInAction(() => box.set(start.state));
          resolve({
            start,
            host,
            hearing,
            get state() {
              return box.get() ?? start.state;
            },
          });
        },
        update: (state) => runInAction(() => box.set(state)),
        setting: (key, value) => hearing.setting(key, value),
        operatorSetting: (key, value) => hearing.operatorSetting(key, value),
        event: (topic, data) => hearing.event(topic, data),
        resync: (topic) => hearing.resync(topic),
        command: (id) => hearing.command(id),
        toastAction: (id) => hearing.toastAction(id),
        rescue: () => hearing.rescue(),
        pulse: () => undefined,
      };
      expose(api, guestPort);
    }
    window.addEventListener('message', take);
  });
}
