import { fail } from '#core/contract/errors.ts';

/** A server that can listen on a URL such as `http://127.0.0.1:4400`. */
interface Listener {
  listen(options: { host: string; port: number }): Promise<string>;
}

/**
 * Listens on the configured address.
 * @param options.setting the variable that sets the port
 * @throws expected `host:start.port-taken`, `host:start.port-refused`
 */
export async function listen(
  server: Listener,
  { host, port, setting }: { host: string; port: number; setting: 'PORT' | 'WORKER_PORT' },
): Promise<string> {
  return server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const params = { port, setting };
    if (error.code === 'EADDRINUSE') fail('host:start.port-taken', params, { kind: 'conflict', cause: error });
    if (error.code === 'EACCES') fail('host:start.port-refused', params, { kind: 'invalid', cause: error });
    throw error;
  });
}
