import type { PluginSource } from '#core/contract/plugin-index.ts';

import type { EventHandler, WebPlugin } from '../define-web.ts';
import { EVENTS, type Events } from '../events/events.ts';
import { tokenName } from '../token.ts';

const NAME = tokenName(EVENTS);

/** Reports that a plugin used a service that it was granted, by the name of its token. */
export type CountUse = (token: string) => void;

/** Events as one external plugin hears them: each topic that it listens to, and each event that it is told of, is a use. */
export function narrowEvents(events: Events, used: CountUse): Events {
  return Object.freeze<Events>({
    get connected() {
      return events.connected;
    },
    get connection() {
      return events.connection;
    },
    on(event, listener, onResync) {
      used(NAME);
      const counted: typeof listener = (data) => {
        used(NAME);
        listener(data);
      };
      return events.on(event, counted, onResync);
    },
  });
}

/**
 * A browser half that is told of events by its manifest: of its own topics always, of others only when it was granted
 * the service, as when it listens itself.
 */
export function narrowSubscriptions(
  web: WebPlugin,
  plugin: string,
  { grants }: PluginSource,
  used: CountUse,
): WebPlugin {
  // What is no browser half at all is refused when the plugin is opened.
  if (!Array.isArray((web as WebPlugin | undefined)?.subscriptions)) return web;
  const isGranted = grants.some((grant) => grant.kind === 'service' && grant.token === NAME);
  const narrow = (handler: EventHandler): EventHandler => {
    const { topic } = handler.event;
    if (topic.startsWith(`${plugin}.`)) return handler;
    return {
      event: handler.event,
      run(context, data) {
        if (!isGranted) {
          context.log.warn(`it is not told of "${topic}": add ask(EVENTS, '${plugin}:why.…') to grants`);
          return undefined;
        }
        used(NAME);
        return handler.run(context, data);
      },
    };
  };
  return Object.freeze({ ...web, subscriptions: web.subscriptions?.map(narrow) });
}
