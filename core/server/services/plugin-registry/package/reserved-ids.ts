/** Owners of slots and topics that are not plugins. */
export const KERNEL_OWNERS = [
  'tasks',
  'task',
  'tool-runs',
  'runs',
  'tools',
  'posts',
  'core',
  'shell',
  'plugins',
] as const;

/** Names that the product uses itself, in addition to the ids of its plugins; also as the beginning of others. */
const OWN = ['core', 'host', 'shell', 'reelport', 'plugin', 'pgboss', 'pg'];

/** Names that would stand for something else: in addresses of calls, in topics and tokens, on every object. */
const OWN_ALONE = [...KERNEL_OWNERS, 'events', 'session', 'settings', 'uploads', 'operator', 'constructor'];

/**
 * The reserved name that an id conflicts with; undefined for a free id. An id that starts with a name of the product
 * and a dash is not free either: its tables would look like those of the product.
 * @param shipped ids of the plugins that ship with the product
 */
export function takenName(id: string, shipped: Iterable<string>): string | undefined {
  return (
    [...OWN, ...shipped].find((name) => id === name || id.startsWith(`${name}-`)) ??
    OWN_ALONE.find((name) => id === name)
  );
}

/** The prefix of a plugin's table names. */
export function tablePrefix(id: string): string {
  return `${id.replaceAll('-', '_')}_`;
}

/**
 * Whether a name in the database belongs to a plugin. When two ids match, such as `brand` and `brand-kit`, the
 * longer one owns it.
 * @param others ids of other plugins that may have tables
 */
export function ownsName(id: string, name: string, others: Iterable<string>): boolean {
  const prefix = tablePrefix(id);
  if (!name.startsWith(prefix)) return false;
  return ![...others].some((other) => {
    const longer = tablePrefix(other);
    return longer.length > prefix.length && name.startsWith(longer);
  });
}
