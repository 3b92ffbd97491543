import { z } from 'zod';

import { matchRoute } from './match-route.ts';

export { FREE_SERVICES, GRANTABLE_SERVICES } from './kernel-services.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const why = z.string().regex(/^[a-z][a-z0-9-]*:[a-zA-Z0-9.-]+$/, 'a text key such as "brand-kit:grant.materials"');

/**
 * Something that an external plugin requests, with a text that says why; `ask` writes one by the call or the service
 * itself. `http`: calls of the server by method and
 * path, where `:name` stands for one path segment. `service`: a service of the kernel, such as `dialogs@1`. An operator
 * may refuse one that is `optional` and still install the plugin.
 */
export const grantSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    methods: z.array(z.enum(METHODS)).min(1),
    /** As in the API documentation; `:name` matches one segment. */
    path: z.string().regex(/^\/api(\/(:[a-zA-Z]\w*|[\w.-]+))+$/, 'a path such as "/api/materials/:id"'),
    /** A text key that explains the request to the operator. */
    why,
    /** The plugin works without it. */
    optional: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('service'),
    /** The token of a service that can be granted. */
    token: z.string().regex(/^[a-z][a-z0-9-]*@\d+$/, 'a token of the kernel such as "dialogs@1"'),
    /** A text key that explains the request to the operator. */
    why,
    /** The plugin works without it. */
    optional: z.boolean().default(false),
  }),
]);
/** Something that a plugin from outside asks for; its keys are in the tables above. */
export type Grant = z.output<typeof grantSchema>;
/** The same as an author writes it. */
export type GrantInput = z.input<typeof grantSchema>;

/** Identifies a grant: `GET,POST /api/materials/:id`, `dialogs@1`. */
export function grantKey(grant: Grant | GrantInput): string {
  return grant.kind === 'http' ? `${grant.methods.toSorted().join(',')} ${grant.path}` : grant.token;
}

/** Whether a plugin is told of topics that are not its own, which takes the service `events@1`. */
export function hearsOthers({ id, subscriptions }: { id: string; subscriptions: readonly string[] }): boolean {
  return subscriptions.some((topic) => !topic.startsWith(`${id}.`));
}

/**
 * The header by which a plugin's calls are attributed to it: `<id>`; for calls of its own server half
 * `<id>;call=<hash of the call>`, or `<id>;calls=<hash>` from packages with one hash of all calls.
 */
export const PLUGIN_HEADER = 'x-reelport-plugin';

/**
 * The grant that permits a plugin's call; `'own'` for a call to its own server half, undefined when it is not
 * permitted. Pure; runs on both sides.
 * @param path without the query
 */
export function grantFor(
  plugin: string,
  grants: readonly Grant[],
  method: string,
  path: string,
): Grant | 'own' | undefined {
  // A path that is not normalised could be interpreted differently by its receiver.
  if (/%2f|%5c|\\|\/(\.|%2e){1,2}(\/|$)|\/\//i.test(path)) return undefined;
  if (path.startsWith(`/api/p/${plugin}/`) || path.startsWith(`/api/uploads/${plugin}/`)) return 'own';
  return grants.find(
    (grant) =>
      grant.kind === 'http' &&
      (grant.methods as readonly string[]).includes(method.toUpperCase()) &&
      matchRoute(grant.path, path) !== undefined,
  );
}
