import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';

import { FollowedRun } from './FollowedRun.ts';

/** Runs that are kept as they were left. */
const MAX = 8;

/** The runs opened last, so that selection and scroll position are kept for those who return. */
export class Runs {
  private readonly runs = new Map<string, FollowedRun>();
  private ownerId: string | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(SESSION) private readonly session: Session,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {}

  of(id: string): FollowedRun {
    const ownerId = this.session.user?.id ?? null;
    if (ownerId !== this.ownerId) this.runs.clear();
    this.ownerId = ownerId;
    const known = this.runs.get(id);
    const { http, events, i18n } = this;
    const run = known ?? new FollowedRun(id, { scope: this.context.scope, http, events, i18n });
    this.runs.delete(id);
    this.runs.set(id, run);
    for (const oldest of this.runs.keys()) {
      if (this.runs.size <= MAX) break;
      this.runs.delete(oldest);
    }
    return run;
  }
}
