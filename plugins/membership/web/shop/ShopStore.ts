import { accountChanged } from '#core/contract/kernel-events.ts';
import { providersChanged } from '#core/contract/providers-changed.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';

import { createOrder, readShop, type Order, type OrderWish, type Shop } from '#plugins/membership/calls.ts';

/** What the account can buy now, and how it can pay. */
export class ShopStore {
  readonly shop: LiveValue<Shop>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(SESSION) session: Session,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.shop = new LiveValue(
      scope,
      (signal): Promise<Shop> => http.call(readShop, {}, { signal, handlesErrors: true }),
      {
        ...{ events, follows: [eventTrigger(accountChanged), eventTrigger(providersChanged)] },
        of: () => session.user?.id,
        // Ways to pay are named in the reader's language.
        watch: () => i18n.language,
      },
    );
    observableStore(this);
  }

  /** @throws why it was refused */
  async order(wish: OrderWish): Promise<Order> {
    return await this.http.call(createOrder, { body: wish }, { handlesErrors: true });
  }
}
