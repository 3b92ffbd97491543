import assert from 'node:assert/strict';

import { ExpectedError } from '#core/contract/errors.ts';
import { translate } from '#core/server/ground/messages.ts';
import { readPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import { buildPackage, type PackageParts } from '#tests/fixtures/plugin-package.ts';

export const manifest = { id: 'brand-kit' };

/** How a package is refused. */
export async function refusal(packed: Buffer): Promise<ExpectedError> {
  const error = await readPackage(packed).then(
    () => assert.fail('it was taken'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ExpectedError)) throw error;
  for (const language of ['zh', 'en'] as const) {
    const text = translate(language, error.code, error.params);
    assert.ok(text !== error.code && !text.includes('{{'), `${error.code} is no sentence in ${language}`);
  }
  return error;
}

/** How one is refused that is built with some parts of its own. */
export const refusedParts = async (parts: Partial<PackageParts>) => await refusal(buildPackage({ manifest, ...parts }));
