import type { EventData } from '#core/contract/event.ts';
import type { Events } from '#core/web/events/events.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import { projectOpened } from '#plugins/mixing/events.ts';

/** Milliseconds after which a window says again that it is here, and after which one that says nothing is gone. */
const SAY_EVERY = 20_000;
const GONE_AFTER = 50_000;

type Says = EventData<typeof projectOpened>['says'];

interface OtherWindow {
  /** `Chrome · Windows`; empty when it does not say. */
  browser: string;
  seenAt: number;
}

interface OtherWindowsTools {
  events: Pick<Events, 'on'>;
  /** The open project; null until it is created. */
  projectId(): string | null;
  /** Tells the others, even while the page closes; nobody misses what does not get through, it is said again. */
  tell(projectId: string, said: { window: string; says: Says }): void;
}

/** Who else has the open project open: other windows of the account, on this device or another. Observable. */
export class OtherWindows {
  private windows: ReadonlyMap<string, OtherWindow> = new Map();

  /** Windows that have left. What one of them said before may arrive after that. */
  readonly #left = new Set<string>();

  private window = randomUuid();

  constructor(private readonly tools: OtherWindowsTools) {
    observableStore(this);
  }

  /** The browsers of the others, in the order in which they came. */
  get browsers(): readonly string[] {
    return [...this.windows.values()].map(({ browser }) => browser);
  }

  /** Says that this window is here, and hears of the others. @returns it closes */
  follow(): () => void {
    const stop = this.tools.events.on(projectOpened, this.hear, () => this.say('here-who-else'));
    const timer = setInterval(this.beat, SAY_EVERY);
    this.say('here-who-else');
    window.addEventListener('pagehide', this.leave);
    window.addEventListener('pageshow', this.comeBack);
    return () => {
      void stop();
      clearInterval(timer);
      window.removeEventListener('pagehide', this.leave);
      window.removeEventListener('pageshow', this.comeBack);
      this.leave();
    };
  }

  private leave(): void {
    this.say('gone');
    // Should it come back, it is another one.
    this.#left.add(this.window);
    this.window = randomUuid();
  }

  /** A page that was left may be shown again as it was. */
  private comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted) this.say('here-who-else');
  }

  private beat(): void {
    this.say('here');
    const least = Date.now() - GONE_AFTER;
    this.windows = new Map([...this.windows].filter(([, { seenAt }]) => seenAt >= least));
  }

  private hear({ projectId, window, browser, says }: EventData<typeof projectOpened>): void {
    if (projectId !== this.tools.projectId() || window === this.window || this.#left.has(window)) return;
    const windows = new Map(this.windows);
    if (says === 'gone') {
      windows.delete(window);
      this.#left.add(window);
    } else windows.set(window, { browser, seenAt: Date.now() });
    this.windows = windows;
    if (says === 'here-who-else') this.say('here');
  }

  private say(says: Says): void {
    const id = this.tools.projectId();
    if (id === null) return;
    this.tools.tell(id, { window: this.window, says });
  }
}
