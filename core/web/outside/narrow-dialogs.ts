import type { Dialogs } from '../dialogs/dialogs.ts';
import type { ServiceConsumer } from '../plugins/outside-half.ts';

/** Dialogs that a plugin from outside may have open at once, and may open within some milliseconds. */
const MOST_OPEN = 3;
const MOST = 10;
const WITHIN = 10_000;

/**
 * Dialogs of one plugin from outside. However many it asks for, its reader gets out: only a few are open at a time,
 * only a few follow each other at once, and each of its own that it shows can be left by Esc.
 */
export function narrowDialogs(dialogs: Dialogs, { id }: Pick<ServiceConsumer, 'id'>): Dialogs {
  let open = 0;
  let times: number[] = [];

  /** @throws TypeError when there are too many */
  async function counted<T>(show: () => Promise<T>): Promise<T> {
    const now = performance.now();
    times = times.filter((time) => now - time < WITHIN);
    if (open >= MOST_OPEN) throw new TypeError(`plugin "${id}" has ${MOST_OPEN} dialogs open already`);
    if (times.length >= MOST) {
      throw new TypeError(`plugin "${id}" has opened ${MOST} dialogs within ${WITHIN / 1000} s`);
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
      // One that is open already only takes the new properties.
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
