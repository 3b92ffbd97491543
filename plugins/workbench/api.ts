import type { MessageParams } from '#core/contract/errors.ts';
import type { EventDefinition } from '#core/contract/event.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

/** A picture that stands for some work: a still one, or a video of which the beginning is shown. */
export interface CardPicture {
  kind: 'image' | 'video';
  /** Readable without a token. */
  url: string;
}

/** How far the work of a card is, in a few words of the contributing plugin. */
export interface CardState {
  tone: 'idle' | 'working' | 'done' | 'failed';
  text: MessageKey;
  params?: MessageParams;
  /** 0 to 1, while it is under way. */
  progress?: number;
}

/** Something that an account worked on last, to go on with. */
export interface WorkbenchCard {
  /** Unlike any other of the same plugin. */
  id: string;
  /** As its owner named it. */
  title: string;
  state: CardState;
  picture: CardPicture | null;
  /** The page where it goes on; null, or a page that no plugin has, makes a card that is no link. */
  to: string | null;
  /** ISO 8601. */
  changedAt: string;
  /** Id that its tasks work for now: their job is shown under the card's title. */
  subjectId?: string;
}

/** Where a plugin's cards come from. */
export interface WorkbenchCards {
  /** Events after which they are read anew, at most once a second. */
  events: readonly EventDefinition[];
  /**
   * Reads the account's last ones, the newest first; a dozen are enough.
   * @throws what the workbench tells beside the cards of others
   */
  load(signal: AbortSignal): Promise<readonly WorkbenchCard[]>;
}

/** What the workbench offers to continue with. */
export const WORKBENCH_CARDS = slot<WorkbenchCards>(
  'workbench.cards',
  ({ events, load }) =>
    Array.isArray(events) &&
    events.every((event: EventDefinition | null) => typeof event?.topic === 'string') &&
    typeof load === 'function',
);

/** Something that a new account does once. */
export interface FirstStep {
  id: string;
  /** Where it stands: the profile is 10, the first material 20. */
  order: number;
  title: MessageKey;
  /** What to do, and what comes of it, in one sentence. */
  text: MessageKey;
  /** The page where it is done; a page that no plugin has makes no link. */
  to: string | null;
  /** Whether it has happened, by the account's own data; asked again whenever a task has ended. */
  isDone(signal: AbortSignal): Promise<boolean>;
}

/** What a new account does first. */
export const FIRST_STEPS = slot<FirstStep>(
  'workbench.first-steps',
  ({ id, order, title, text, to, isDone }) =>
    [id, title, text, to ?? ''].every((words) => typeof words === 'string') &&
    Number.isFinite(order) &&
    typeof isDone === 'function',
);

/** Takes the clips that somebody drops on an empty workbench. */
export interface ClipIntake {
  /** As of a file field: `video/mp4,video/quicktime`. */
  accept: string;
  take(files: readonly File[]): void | Promise<void>;
}

/** Where dropped clips go; the first one contributed counts. */
export const WORKBENCH_CLIPS = slot<ClipIntake>(
  'workbench.clips',
  ({ accept, take }) => typeof accept === 'string' && typeof take === 'function',
);
