import { z } from 'zod';

import { callHashesSchema, ownCallsSchema } from './call-hashes.ts';
import { manifestSchema } from './plugin.ts';

/** Subresource integrity: `sha384-…`. */
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'a SHA-384 hash such as sha384-…');

const packedFile = z.strictObject({
  /** Path in the package, such as `web.mjs`. */
  path: z.string().regex(/^[a-z0-9_][\w.-]*(\/[a-z0-9_][\w.-]*){0,4}$/i),
  integrity,
  bytes: z.number().int().positive(),
});
export type PackedFile = z.output<typeof packedFile>;

/** What a plugin was built against; compared with the workbench before any of the plugin's code is loaded. */
export const requiresSchema = z.strictObject({
  /** Names that it imports from `@reelport/core`, and of its parts: `ui/Tabs#Tabs`. */
  exports: z.array(z.string()),
  /** Tokens of the kernel among them, such as `http@1`. */
  tokens: z.array(z.string()),
  /** Shared packages that it imports, with the version that it was built with, such as `react` `19.3.1`. */
  packages: z.record(z.string(), z.string()),
  /** Calls of the workbench that it imports, with their hashes; packages of earlier versions do not say. */
  calls: callHashesSchema.optional(),
});
export type Requires = z.output<typeof requiresSchema>;

/** The contents of a package's `plugin.json`: everything known about an external plugin before its code runs. */
export const pluginPackageSchema = z.strictObject({
  format: z.literal(1),
  manifest: manifestSchema,
  requires: requiresSchema,
  /** The browser half, one ES module; null for a plugin without one. */
  web: packedFile.nullable(),
  styles: packedFile.nullable(),
  /** Texts by key without namespace. */
  texts: z.strictObject({ zh: packedFile, en: packedFile }),
  /** The calls that both halves share. */
  calls: ownCallsSchema,
  /** The server half, which an operator installs on the server; null without one. */
  server: z.strictObject({ module: packedFile, files: z.array(packedFile) }).nullable(),
});
export type PluginPackage = z.output<typeof pluginPackageSchema>;

/** Name of the file that describes a package. */
export const PACKAGE_FILE = 'plugin.json';
/** File extension of a packed plugin, which is a zip. */
export const PACKAGE_END = '.reelport.zip';

/** Maximum size of a package in bytes. */
export const PACKAGE_BYTES = 5 * 1024 * 1024;
/** Maximum total size of its unpacked files in bytes. */
export const UNPACKED_BYTES = 20 * 1024 * 1024;
/** Maximum number of files in a package. */
export const PACKAGE_FILES = 200;
