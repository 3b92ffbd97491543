import { buildPackage, grantsOf, type PackageParts } from '#tests/fixtures/plugin-package.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';

/** How a package is installed. */
export interface InstallOptions {
  /** Account that does it; a new one when absent. */
  actor?: string;
  untrusted?: boolean;
}

/** Installs a package with every grant that it asks for. */
export async function installPackage(
  server: TestServer,
  parts: PackageParts,
  { actor, untrusted = false }: InstallOptions = {},
): Promise<void> {
  const options = { actor: actor ?? (await server.signIn()).accountId, source: 'tests', untrusted };
  await server.composed.ctx.plugins.install(buildPackage(parts), { ...options, grants: grantsOf(parts) });
}
