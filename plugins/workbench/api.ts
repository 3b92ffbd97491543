import type { ComponentType } from 'react';

import type { MessageParams } from '#core/contract/errors.ts';
import type { ICON_NAMES } from '#core/contract/icon-names.ts';
import type { EventDefinition } from '#core/contract/event.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

/**
 * Version of what plugins from outside import as `@reelport/core/plugins/workbench`: the first number goes up with a change
 * that breaks what is built against it, and such plugins are refused by name of it; the second with an addition.
 */
export const API_VERSION = '1.0.0';

/** A card's picture: a still image, or a video whose beginning is shown. */
export interface CardPicture {
  kind: 'image' | 'video';
  /** An address that works without a token. */
  url: string;
}

/** The progress of a card's work, in a few words from the contributing plugin. */
export interface CardState {
  tone: 'idle' | 'working' | 'done' | 'failed';
  text: MessageKey;
  params?: MessageParams;
  /** 0 to 1, while in progress. */
  progress?: number;
}

/** Where somebody goes on with a card. */
export interface CardStep {
  /** The button's label. */
  title: MessageKey;
  params?: MessageParams;
  /** A page. */
  to: string;
}

/** Something that the account worked on recently and can continue. */
export interface WorkbenchCard {
  /** Unique within the plugin. */
  id: string;
  /** The name that its owner gave it. */
  title: string;
  state: CardState;
  picture: CardPicture | null;
  /** The page to continue on; with null, or a page that no plugin has, the card is not a link. */
  to: string | null;
  /** ISO 8601. */
  changedAt: string;
  /** The id that its tasks work for; their job is shown below the card's title. */
  subjectId?: string;
  /** What usually comes next: the primary button of the page for the card that changed last. */
  next?: CardStep;
}

/** A plugin's source of cards. */
export interface WorkbenchCards {
  /** Events after which the cards are reloaded, at most once a second. */
  events: readonly EventDefinition[];
  /**
   * Loads the account's most recent cards, newest first; a dozen are enough.
   * @throws an error, which the workbench shows next to the cards of other plugins
   */
  load(signal: AbortSignal): Promise<readonly WorkbenchCard[]>;
}

/** Adds cards to the list of recent work on the workbench. */
export const WORKBENCH_CARDS = slot<WorkbenchCards>(
  'workbench.cards',
  ({ events, load }) =>
    Array.isArray(events) &&
    events.every((event: EventDefinition | null) => typeof event?.topic === 'string') &&
    typeof load === 'function',
);

/** A way to begin something new. */
export interface WorkbenchStart {
  /** Unique within the plugin. */
  id: string;
  /** The button's label. */
  title: MessageKey;
  /** A name of `core/contract/icon-names.ts`. */
  icon: (typeof ICON_NAMES)[number];
  /** A page; the button is not shown while no plugin has it. */
  to: string;
}

/** Buttons on the workbench that begin something new. */
export const WORKBENCH_STARTS = slot<WorkbenchStart>('workbench.starts', ({ id, title, icon, to }) =>
  [id, title, icon, to].every((words) => typeof words === 'string'),
);

/** Something that was made recently. */
export interface WorkbenchOutput {
  /** Unique within the plugin. */
  id: string;
  title: string;
  /** The address of a still picture that works without a token. */
  picture: string;
  /** The page that shows it. */
  to: string;
}

/** A plugin's source of what was made. */
export interface WorkbenchOutputs {
  /** Events after which they are reloaded, at most once a second. */
  events: readonly EventDefinition[];
  /** Loads what was made last, newest first; a dozen are enough. */
  load(signal: AbortSignal): Promise<readonly WorkbenchOutput[]>;
}

/** Shows on the workbench what was made recently. */
export const WORKBENCH_OUTPUTS = slot<WorkbenchOutputs>(
  'workbench.outputs',
  ({ events, load }) => Array.isArray(events) && typeof load === 'function',
);

/** A one-time step for new accounts. */
export interface FirstStep {
  id: string;
  /** Its position: the profile is 10, the first material 20. */
  order: number;
  title: MessageKey;
  /** What to do and why, in one sentence. */
  text: MessageKey;
  /** The page to do it on; no link when no plugin provides the page. */
  to: string | null;
  /** Whether it has been done, judging by the account's data; asked again whenever a task has ended. */
  isDone(signal: AbortSignal): Promise<boolean>;
}

/** Adds steps to the list for new accounts. */
export const FIRST_STEPS = slot<FirstStep>(
  'workbench.first-steps',
  ({ id, order, title, text, to, isDone }) =>
    [id, title, text, to ?? ''].every((words) => typeof words === 'string') &&
    Number.isFinite(order) &&
    typeof isDone === 'function',
);

/** Accepts clips that are dropped on an empty workbench. */
export interface ClipReceiver {
  /** Accepted types, as in a file input: `video/mp4,video/quicktime`. */
  accept: string;
  take(files: readonly File[]): void | Promise<void>;
}

/** Where dropped clips go; the first contribution is used. */
export const WORKBENCH_CLIPS = slot<ClipReceiver>(
  'workbench.clips',
  ({ accept, take }) => typeof accept === 'string' && typeof take === 'function',
);

/** A part of the workbench whose shape is the plugin's own. */
export interface WorkbenchWidget {
  /** Unique within the plugin. */
  id: string;
  /** Its heading. */
  title: MessageKey;
  /** Its column: `wide` below recent work, `narrow` beside it. On small screens both are as wide as the page. */
  size: 'wide' | 'narrow';
  /** Its position in the column, the least first; the used space is 10. */
  order: number;
  /** Loads what is drawn below the heading, when the workbench is shown. */
  load(): Promise<{ default: ComponentType }>;
}

/** Shows on the workbench what a plugin draws itself. */
export const WORKBENCH_WIDGETS = slot<WorkbenchWidget>(
  'workbench.widgets',
  ({ id, title, size, order, load }) =>
    [id, title].every((words) => typeof words === 'string') &&
    ['wide', 'narrow'].includes(size) &&
    Number.isFinite(order) &&
    typeof load === 'function',
);
