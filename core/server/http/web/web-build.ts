import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

const chunk = z.object({ js: z.array(z.string()), css: z.array(z.string()) });

const buildSchema = z.object({
  /** Identifies the build; it changes with code or texts. */
  build: z.string(),
  /** Addresses that every page loads, in order. */
  js: z.array(z.string()),
  css: z.array(z.string()),
  /** Addresses of files that are served unchanged, by name. */
  statics: z.record(z.string(), z.string()),
  /** The hash in the names of the texts. */
  texts: z.string(),
  /** The first chunk of each plugin with what it needs, by its id. */
  plugins: z.record(z.string(), chunk),
  /** Lazy chunks by name, each with all that it needs: pages of plugins, the frame of the workbench, calls. */
  chunks: z.record(z.string(), chunk).default({}),
  /** What visitors see of a plugin's page before its code has come, by plugin and page; texts are left to fill in. */
  firstPaints: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** What the page of an untrusted plugin's frame loads. */
  frame: chunk.default({ js: [], css: [] }),
  /** The modules shared with external plugins, by import specifier: the page's import map. */
  shared: z.record(z.string(), z.string()).default({}),
  /** Addresses of all files; nothing else is served. */
  files: z.array(z.string()),
});

/** What `scripts/build-web.ts` writes about a build to its `build.json`. */
export type WebBuild = z.output<typeof buildSchema>;

/** A script or style as embedded in the page, and its hash for the content security policy. */
export interface InlineText {
  text: string;
  hash: string;
}

/** A {@link WebBuild} ready to be served. */
export interface OpenedWebBuild extends WebBuild {
  /** The import map; null if nothing is shared. */
  importMap: InlineText | null;
  has(address: string): boolean;
  /** The path of a file of the build. */
  locate(address: string): string;
  /** The texts of a namespace; empty when there are none. */
  readTexts(language: string, namespace: string): Promise<Readonly<Record<string, string>>>;
  /** The style sheet or script at an address, to be embedded. */
  readInline(address: string): Promise<InlineText>;
}

/** The browser half on disk. A new build is picked up within a second. */
export interface WebSource {
  current(): Promise<OpenedWebBuild>;
}

const FRESH_MILLISECONDS = 1000;

/**
 * Opens the folder of a build.
 * @returns undefined when there is none
 */
export async function openWebBuild(folder: URL): Promise<WebSource | undefined> {
  const note = new URL('build.json', folder);
  const first = await open(folder, note);
  if (first === undefined) return undefined;
  let { build, version } = first;
  let checkedAt = Date.now();

  return {
    async current() {
      if (Date.now() - checkedAt < FRESH_MILLISECONDS) return build;
      checkedAt = Date.now();
      const found = await stat(note).then(
        ({ mtimeMs }) => mtimeMs,
        () => version,
      );
      if (found !== version) {
        // While it is being replaced the old build stays in use.
        const next = await open(folder, note);
        if (next !== undefined) ({ build, version } = next);
      }
      return build;
    },
  };
}

async function open(folder: URL, note: URL): Promise<{ build: OpenedWebBuild; version: number } | undefined> {
  try {
    const version = (await stat(note)).mtimeMs;
    const read = buildSchema.parse(JSON.parse(await readFile(note, 'utf8')));
    const files = new Set(read.files);
    const texts = new Map<string, Readonly<Record<string, string>>>();
    const inline = new Map<string, InlineText>();
    const locate = (address: string): string => fileURLToPath(new URL(`.${address}`, folder));
    const build: OpenedWebBuild = {
      ...read,
      importMap: importMapOf(read.shared),
      has: (address) => files.has(address),
      locate,
      async readTexts(language, namespace) {
        const address = `/locales/${language}/${namespace}.${read.texts}.json`;
        let found = texts.get(address);
        if (found === undefined) {
          found = files.has(address)
            ? z.record(z.string(), z.string()).parse(JSON.parse(await readFile(locate(address), 'utf8')))
            : {};
          texts.set(address, found);
        }
        return found;
      },
      async readInline(address) {
        let found = inline.get(address);
        if (found === undefined) {
          found = inlineText((await readFile(locate(address), 'utf8')).trim());
          inline.set(address, found);
        }
        return found;
      },
    };
    return { build, version };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function importMapOf(shared: Readonly<Record<string, string>>): OpenedWebBuild['importMap'] {
  if (Object.keys(shared).length === 0) return null;
  return inlineText(JSON.stringify({ imports: shared }).replaceAll('<', '\\u003c'));
}

/** With its hash. */
export function inlineText(text: string): InlineText {
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
