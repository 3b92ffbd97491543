import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { isOutside } from '#core/server/services/files/outside-path.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { placeFile } from './place-file.ts';

const settings = z.object({
  folder: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ title: 'publishing:folder.path', description: 'publishing:folder.path-about' }),
  perAccount: z.boolean().default(true).meta({ title: 'publishing:folder.per-account' }),
});

/**
 * A folder of the server, which may as well be a mounted disk of the network or one that another program carries on.
 * @param dataFolder is not written to: what lies there is the workbench's own
 */
export const folderTarget = (dataFolder: string) =>
  defineProvider({
    kind: 'targets',
    id: 'publishing.folder',
    title: 'publishing:folder.title',
    about: 'publishing:folder.about',
    settings,
    open: ({ folder, perAccount }) => ({
      async probe() {
        await assertUsable(folder, dataFolder);
      },
      async send(file, { key, owner, onProgress, signal }) {
        await assertUsable(folder, dataFolder);
        await placeFile(file, perAccount ? join(folder, owner) : folder, { key, onProgress, signal });
      },
    }),
  });

/** @throws expected what is wrong with the folder */
async function assertUsable(folder: string, dataFolder: string): Promise<void> {
  const options = { kind: 'unavailable' } as const;
  if (!(await isOutside(folder, dataFolder))) fail('publishing:folder.own', { folder }, options);
  try {
    if (!(await stat(folder)).isDirectory()) fail('publishing:folder.missing', { folder }, options);
    await access(folder, constants.W_OK);
  } catch (error) {
    fail('publishing:folder.missing', { folder }, { ...options, cause: error });
  }
}
