import { FRAMED_SERVICES } from '#core/contract/kernel-services.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import type { HttpFailure } from '../http/http.ts';
import type { Language } from '../i18n/i18n.ts';
import type { MatchedRoute, RescuedWork } from '../router/router.ts';
import type { FrameGrid } from '../studio/frames/frame-grid.ts';

// What the workbench and an untrusted plugin's frame say to each other, through comlink over two ports: one for
// requests of the frame, one for requests of the workbench. The workbench checks everything that comes from the frame;
// these types only state the intent.

/** Marks the one message with which the workbench hands over the ports. */
export const PORTS_MESSAGE = 'reelport:frame';

/** Limits on what a frame may send; a frame that exceeds them is closed. */
export const FRAME_LIMITS = {
  /** Approximate bytes of one message; files in calls to the server are counted separately. */
  messageBytes: 1024 * 1024,
  /** Bytes of files in one call to the server. */
  fileBytes: 100 * 1024 * 1024,
  /** Messages: the largest burst, and the number per second in the long run. */
  burst: 400,
  perSecond: 100,
  /** Limits of its storage in this browser: total characters, and entries. */
  storageCharacters: 256 * 1024,
  storageEntries: 200,
  /** Pending calls to the server. */
  calls: 32,
} as const;

/** Milliseconds: how often the frame is pinged, and how long it may fail to answer. */
export const PULSE = { every: 1000, silent: 5000 } as const;

/** Kernel services that a frame may use when they were granted; the free ones are always available. */
export const FRAME_SERVICES = ['http@1', ...FRAMED_SERVICES] as const;
export type FrameService = (typeof FRAME_SERVICES)[number];

/** Who is logged in, without anything that could act on the user's behalf. */
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

/** State that the workbench keeps up to date in the frame. */
export interface FrameState {
  status: PluginEntry['state'];
  language: Language;
  theme: 'dark' | 'light';
  system: 'dark' | 'light';
  place: { path: string; search: string; hash: string };
  route: MatchedRoute | null;
  /** Null when not granted; the same holds for the next three. */
  session: FrameSession | null;
  permissions: readonly string[] | null;
  /** Ids of the included features. */
  features: readonly number[] | null;
  connection: 'off' | 'connecting' | 'open' | 'lost' | null;
}

/** What the frame starts with. */
export interface FrameStart {
  entry: PluginEntry;
  source: PluginSource;
  state: FrameState;
  services: readonly FrameService[];
  storage: Readonly<Record<string, unknown>>;
  /** Shortcuts that the workbench handles wherever they are pressed, for example `mod+k`. */
  keys: readonly string[];
}

/** A call to the server. */
export interface FrameRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Including its query. */
  path: string;
  /** JSON. */
  body?: unknown;
  /** A form instead of JSON. */
  form?: readonly (readonly [name: string, value: string | Blob])[];
  bare: boolean;
  handlesErrors: boolean;
  timeout?: number;
}

/** The outcome of a call. */
export type FrameAnswer =
  | { ok: true; data: unknown }
  | {
      ok: false;
      message: string;
      facts: Pick<HttpFailure, 'kind' | 'status' | 'code' | 'secCode' | 'data'>;
    };

/** A toast that a frame asks the workbench to show; its text is ready to display. */
export interface FrameToast {
  /** The frame's own id for it. */
  id: string;
  kind: 'success' | 'info' | 'warning' | 'error';
  text: string;
  duration?: number;
  key?: string;
  throttle?: number;
  /** Label of its button. */
  action?: string;
}

/** A question, with texts ready to display. */
export interface FrameQuestion {
  title: string;
  text?: string;
  /** Labels of the buttons; the workbench's own by default. */
  confirm?: string;
  cancel?: string | null;
  destructive: boolean;
}

/** Whether work would be lost now: when the page is left, and when the plugin stops. */
export interface FrameUnsaved {
  left: boolean;
  stopped: boolean;
  /** Whether it can be saved as a file. */
  canRescue: boolean;
}

/** In which phase the plugin's code failed inside the frame. */
export type FrameFaultPhase = 'import' | 'activate' | 'render' | 'effect' | 'handler' | 'promise';

/** What the frame may ask of the workbench, as far as the plugin was granted it. */
export interface HostApi {
  /** The plugin has been activated. */
  started(): void;
  failed(phase: FrameFaultPhase, message: string, stack: string): void;
  /** Asks for a new frame, since code that failed to load cannot be loaded again in the same one. */
  reopen(): void;
  texts(language: Language, namespace: string): Promise<Record<string, string>>;
  send(id: string, request: FrameRequest): Promise<FrameAnswer>;
  cancel(id: string): void;
  toast(toast: FrameToast): void;
  /** @param id null for all toasts */
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
  /** Resolves once all settings have been read and sent to the frame. */
  loadSettings(): Promise<void>;
  addCommand(id: string, title: string): void;
  removeCommand(id: string): void;
  listen(topic: string): void;
  unlisten(topic: string): void;
  offerUpgrade(feature: number | null): void;
  play(data: unknown, options: unknown): Promise<void>;
  /** When a video of the account shows its frames; null where that cannot be read. */
  frameGrid(url: string): Promise<FrameGrid | null>;
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
  /** Runs a command of the manifest, or one that the frame has added, by its id without the plugin's prefix. */
  command(id: string): Promise<void>;
  toastAction(id: string): void;
  /** Saves unsaved work as a file. */
  rescue(): Promise<RescuedWork>;
  pulse(): void;
}
