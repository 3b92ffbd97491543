import { FRAMED_SERVICES } from '#core/contract/kernel-services.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import type { HttpFailure } from '../http/http.ts';
import type { Language } from '../i18n/i18n.ts';
import type { MatchedRoute, RescuedWork } from '../router/router.ts';

// What the workbench and the frame of an untrusted plugin say to each other, by comlink over two ports: one for what
// the frame asks, one for what the workbench asks. Everything that comes out of the frame is checked by the workbench;
// the types here are only what both mean.

/** Marks the one message by which the workbench hands over the ports. */
export const PORTS_MESSAGE = 'reelport:frame';

/** What a frame may send; more of it and it is closed. */
export const FRAME_LIMITS = {
  /** Bytes of one message, roughly; files that go to the server are counted by themselves. */
  messageBytes: 1024 * 1024,
  /** Bytes of files in one call of the server. */
  fileBytes: 100 * 1024 * 1024,
  /** Messages: so many at once, and so many a second in the long run. */
  burst: 400,
  perSecond: 100,
  /** What it may keep in this browser: characters of all of it, and entries. */
  storageCharacters: 256 * 1024,
  storageEntries: 200,
  /** Calls of the server under way. */
  calls: 32,
} as const;

/** Milliseconds: how often the frame is asked whether it lives, and how long it may stay silent. */
export const PULSE = { every: 1000, silent: 5000 } as const;

/** Services of the kernel that are offered in a frame when they were granted; the free ones always are. */
export const FRAME_SERVICES = ['http@1', ...FRAMED_SERVICES] as const;
export type FrameService = (typeof FRAME_SERVICES)[number];

/** Who is logged in, without what could act for them. */
export interface FrameSession {
  state: 'unknown' | 'anonymous' | 'loading' | 'active';
  user: unknown;
  displayName: string;
  roleCode: number | null;
  features: readonly number[];
  operator: boolean;
  level: string | null;
  isFree: boolean;
  isMainAccount: boolean;
  platforms: readonly unknown[];
}

/** What the frame is kept up to date with. */
export interface FrameState {
  status: PluginEntry['state'];
  language: Language;
  theme: 'dark' | 'light';
  system: 'dark' | 'light';
  place: { path: string; search: string; hash: string };
  route: MatchedRoute | null;
  /** Null where it was not granted; so are the next three. */
  session: FrameSession | null;
  permissions: readonly string[] | null;
  /** Ids of the features that are included. */
  features: readonly number[] | null;
  connection: 'off' | 'connecting' | 'open' | 'lost' | null;
}

/** What the frame begins with. */
export interface FrameStart {
  entry: PluginEntry;
  source: PluginSource;
  state: FrameState;
  services: readonly FrameService[];
  storage: Readonly<Record<string, unknown>>;
  /** Keys that the workbench acts on wherever they are pressed, such as `mod+k`. */
  keys: readonly string[];
}

/** A call of the server. */
export interface FrameRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its query. */
  path: string;
  /** JSON. */
  body?: unknown;
  /** A form in place of JSON. */
  form?: readonly (readonly [name: string, value: string | Blob])[];
  bare: boolean;
  handlesErrors: boolean;
  timeout?: number;
}

/** What became of it. */
export type FrameAnswer =
  | { ok: true; data: unknown }
  | {
      ok: false;
      message: string;
      facts: Pick<HttpFailure, 'kind' | 'status' | 'code' | 'secCode' | 'data'>;
    };

/** A note that a frame asks the workbench to show. */
/** A note, its text finished. */
export interface FrameToast {
  /** The frame's name for it. */
  id: string;
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
  duration?: number;
  key?: string;
  throttle?: number;
  /** What its button says. */
  action?: string;
}

/** A question in finished sentences. */
export interface FrameQuestion {
  title: string;
  text?: string;
  /** What the buttons say; the workbench's own words when absent. */
  confirm?: string;
  cancel?: string | null;
  destructive: boolean;
}

/** Whether work would be lost now: when the page is left, and when the plugin stops. */
export interface FrameUnsaved {
  left: boolean;
  stopped: boolean;
  /** It can be made a file of. */
  canRescue: boolean;
}

/** When something went wrong inside a frame. */
/** When the plugin's code went wrong in the frame. */
export type FrameFaultPhase = 'import' | 'activate' | 'render' | 'effect' | 'handler' | 'promise';

/** What the frame may ask of the workbench, if the plugin was granted it. */
export interface HostApi {
  /** The plugin was activated and stands. */
  started(): void;
  failed(phase: FrameFaultPhase, message: string, stack: string): void;
  /** Asks for a new frame, since code that failed to load cannot be loaded again in this one. */
  reopen(): void;
  texts(language: Language, namespace: string): Promise<Record<string, string>>;
  send(id: string, request: FrameRequest): Promise<FrameAnswer>;
  cancel(id: string): void;
  toast(toast: FrameToast): void;
  /** @param id null for all of them */
  closeToast(id: string | null): void;
  ask(question: FrameQuestion): Promise<boolean>;
  go(to: string, replace: boolean): Promise<boolean>;
  back(): void;
  unsaved(work: FrameUnsaved): void;
  keep(key: string, value: unknown): void;
  drop(key: string): void;
  watchSetting(key: string): void;
  writeSetting(key: string, value: unknown): Promise<void>;
  changeSettings(values: Record<string, unknown>): Promise<void>;
  watchOperatorSetting(key: string): void;
  /** Ends once all that is set is known, and was told where it is watched. */
  loadSettings(): Promise<void>;
  addCommand(id: string, title: string): void;
  removeCommand(id: string): void;
  listen(topic: string): void;
  unlisten(topic: string): void;
  offerUpgrade(feature: number | null): void;
  play(data: unknown, options: unknown): Promise<void>;
  setTheme(mode: 'dark' | 'light'): void;
  setLanguage(language: Language): Promise<void>;
  pressed(keys: string): void;
}

/** What the workbench asks of the frame. */
export interface GuestApi {
  start(start: FrameStart): void;
  update(state: FrameState): void;
  setting(key: string, value: unknown): void;
  operatorSetting(key: string, value: unknown): void;
  event(topic: string, data: unknown): void;
  resync(topic: string): void;
  /** Runs a command of the manifest, or one that the frame has added, by its id without the plugin's. */
  command(id: string): Promise<void>;
  toastAction(id: string): void;
  /** Makes a file of work that is not saved. */
  rescue(): Promise<RescuedWork>;
  pulse(): void;
}
