import type { Dialogs } from '../dialogs/dialogs.ts';
import type { ServiceConsumer } from '../plugins/service-grants.ts';

/** How many dialogs an external plugin may have open at once, and open within a span of milliseconds. */
const MAX_OPEN = 3;
const MAX = 10;
const WITHIN = 10_000;

/**
 * The dialogs of one external plugin. However many it asks for, the user can get out: only a few may be open at a time
 * or follow each other quickly, and each can be dismissed with Esc.
 */
export function narrowDialogs(dialogs: Dialogs, { id }: Pick<ServiceConsumer, 'id'>): Dialogs {
  let open = 0;
  let times: number[] = [];

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
    try {
      return await show();
    } finally {
      open -= 1;
    }
  }

  return Object.freeze<Dialogs>({
    open: async <R>(name: string, properties?: object) =>
      // A dialog that is already open only takes the new properties.
      await (dialogs.isOpen(name)
        ? dialogs.open<R>(name, properties)
        : counted(() => dialogs.open<R>(name, properties))),
    show: async (component, properties, look) =>
      await counted(() => dialogs.show(component, properties, { ...look, dismissible: true })),
    confirm: async (question) => await counted(() => dialogs.confirm(question)),
    alert: async (question) => await counted(() => dialogs.alert(question)),
    isOpen: (name) => dialogs.isOpen(name),
    close: (name) => dialogs.close(name),
    closeAll: () => dialogs.closeAll(),
  });
}
