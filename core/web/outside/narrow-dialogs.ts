import type { Dialogs } from '../dialogs/dialogs.ts';
import type { ServiceConsumer } from '../plugins/service-grants.ts';

/** How many dialogs an external plugin may have open at once, and open within a span of milliseconds. */
const MAX_OPEN = 3;
const MAX = 10;
const WITHIN = 10_000;

/**
 * The dialogs of one external plugin: its own, and questions. Those of others would do for it what it was not granted,
 * such as choosing from the library. However many it asks for, the user can get out: only a few may be open at a time
 * or follow each other quickly, and each can be dismissed with Esc.
 * @param used called for each dialog and question
 */
export function narrowDialogs(dialogs: Dialogs, { id }: Pick<ServiceConsumer, 'id'>, used: () => void): Dialogs {
  let open = 0;
  let times: number[] = [];
  /** Names of those that were opened. */
  const opened = new Set<string>();
  const isOwn = (name: string): boolean => name.startsWith(`${id}/`);

  /** @throws TypeError when there are too many */
  async function counted<T>(show: () => Promise<T>): Promise<T> {
    const now = performance.now();
    times = times.filter((time) => now - time < WITHIN);
    if (open >= MAX_OPEN) throw new TypeError(`plugin "${id}" has ${MAX_OPEN} dialogs open already`);
    if (times.length >= MAX) {
      throw new TypeError(`plugin "${id}" has opened ${MAX} dialogs within ${WITHIN / 1000} s`);
    }
    times.push(now);
    open += 1;
    used();
    try {
      return await show();
    } finally {
      open -= 1;
    }
  }

  return Object.freeze<Dialogs>({
    async open<R>(name: string, properties?: object) {
      if (!isOwn(name)) throw new TypeError(`plugin "${id}" opens its own dialogs only, not "${name}"`);
      opened.add(name);
      // A dialog that is already open only takes the new properties.
      if (dialogs.isOpen(name)) {
        used();
        return await dialogs.open<R>(name, properties);
      }
      return await counted(() => dialogs.open<R>(name, properties));
    },
    show: async (component, properties, look) =>
      await counted(() => dialogs.show(component, properties, { ...look, dismissible: true })),
    confirm: async (question) => await counted(() => dialogs.confirm(question)),
    alert: async (question) => await counted(() => dialogs.alert(question)),
    isOpen: (name) => isOwn(name) && dialogs.isOpen(name),
    close: (name) => {
      if (isOwn(name)) dialogs.close(name);
    },
    // Those of others stay: somebody may be in the middle of one.
    closeAll: () => opened.forEach((name) => dialogs.close(name)),
  });
}
