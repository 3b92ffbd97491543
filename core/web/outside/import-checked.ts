import { LoadFailure } from '../plugins/load-failure.ts';

/** A file of an external plugin. */
export interface CheckedFile {
  url: string;
  /** Hash of its bytes: `sha384-…`. */
  integrity: string;
}

/** How a module is loaded into the page. */
export interface ModuleLoader {
  /** Fetches a module without running it. @throws when it did not arrive or does not match the hash */
  fetch(address: string, integrity: string): Promise<void>;
  run(address: string): Promise<unknown>;
}

/** How often loading from an address has failed in this page. */
const failures = new Map<string, number>();

/**
 * Imports a module after checking its bytes against its hash. After a failure it is requested under another address,
 * because browsers cache failed modules.
 * @throws LoadFailure when it did not arrive or does not match the hash; whatever the module throws
 */
export async function importChecked(file: CheckedFile, loader: ModuleLoader = BROWSER): Promise<unknown> {
  proveIntegrity(file);
  const before = failures.get(file.url) ?? 0;
  const address = before === 0 ? file.url : `${file.url}${file.url.includes('?') ? '&' : '?'}r=${before}`;
  try {
    try {
      await loader.fetch(address, file.integrity);
    } catch (error) {
      throw await explain({ url: address, integrity: file.integrity }, error);
    }
    return await loader.run(address);
  } catch (error) {
    failures.set(file.url, before + 1);
    throw error;
  }
}

/** Refuses a file that has no hash. @throws LoadFailure */
export function proveIntegrity({ url, integrity }: CheckedFile): void {
  if (/^sha384-[A-Za-z0-9+/]{64}$/.test(integrity)) return;
  throw new LoadFailure('integrity', `${url} has no SHA-384 hash to check it against`);
}

/** Finds out why a file with a hash failed to load: browsers do not say. */
export async function explain({ url, integrity }: CheckedFile, cause: unknown): Promise<LoadFailure> {
  let answer: Response;
  let bytes: ArrayBuffer;
  try {
    answer = await fetch(url);
    bytes = await answer.arrayBuffer();
  } catch {
    return new LoadFailure('import', `${url}: the server was not reached`, { isPassing: true, cause });
  }
  if (!answer.ok) {
    const isPassing = answer.status >= 500 || answer.status === 429;
    return new LoadFailure('import', `${url}: status ${answer.status}`, { isPassing, cause });
  }
  const found = await hashOf(bytes);
  if (found === integrity || (found === null && (await isWhole(url, integrity))))
    return new LoadFailure('import', `${url} did not load`, { isPassing: true, cause });
  return new LoadFailure(
    'integrity',
    `${url} is not what was installed: ${integrity} was expected${found === null ? '' : `, ${found} came`}`,
    { cause },
  );
}

async function isWhole(url: string, integrity: string): Promise<boolean> {
  return await fetch(url, { integrity }).then(
    () => true,
    () => false,
  );
}

/** Null where the browser cannot hash: on an insecure page that is not on localhost. */
async function hashOf(bytes: ArrayBuffer): Promise<string | null> {
  // Missing on insecure pages, whatever its type says.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** Vendors, as browsers name them, whose engine refuses a module that does not match its link's hash: Chromium, Firefox. */
const REFUSES_BY_LINK = ['Google Inc.', ''];

/** The browser's own loader. */
export const BROWSER: ModuleLoader = {
  async fetch(address, integrity) {
    const link = document.createElement('link');
    // WebKit preloads and runs a module whatever its link's hash says; a fetch it does refuse, and the import that
    // follows takes the bytes from its cache.
    if (!link.relList.supports('modulepreload') || !REFUSES_BY_LINK.includes(navigator.vendor)) {
      const answer = await fetch(address, { integrity, credentials: 'same-origin' });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return;
    }
    Object.assign(link, { rel: 'modulepreload', href: address, integrity, crossOrigin: 'anonymous' });
    await settled(link);
    // The module stays cached; the import uses that very copy.
    link.remove();
  },
  run: (address) => import(/* webpackIgnore: true */ address),
};

/** Inserts a link and waits until its target has loaded. @throws when it failed to load; the link is removed then */
export async function settled(link: HTMLLinkElement): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        link.remove();
        reject(new Error(`${link.href} did not load`));
      },
      { once: true },
    );
    document.head.append(link);
  });
}
