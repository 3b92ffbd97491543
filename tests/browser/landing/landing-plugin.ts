import { answer, type Answer } from '#core/web/testing/index.ts';
import { readPage } from '#plugins/landing/calls.ts';
import manifest from '#plugins/landing/plugin.ts';
import web from '#plugins/landing/web/index.ts';

export const landing = { manifest, web };

/** A server that has each document, told apart by its name. */
export const ANSWERS: Answer[] = [
  answer(readPage, ({ params, path }) => {
    const name = pageNameOf(params, path);
    return {
      name,
      language: 'zh' as const,
      markdown: `# ${name}\n\n更新于 2026 年 1 月 1 日\n\n## 一\n\n甲\n\n## 二\n\n乙`,
    };
  }),
];

/** The name in a call of {@link readPage}, however it was made. */
export function pageNameOf(params: unknown, path: string): 'protocal' {
  const given = (params as { name?: string } | undefined)?.name ?? path.split('/').at(-1);
  // The schema of the answer checks it.
  return given as 'protocal';
}

/** Has less motion preferred until the test ends. */
export function preferLessMotion(): void {
  const before = globalThis.matchMedia;
  globalThis.matchMedia = (query) => {
    const list = before(query);
    return new Proxy(list, { get: (of, name) => (name === 'matches' ? true : (Reflect.get(of, name) as unknown)) });
  };
}

/** Has everything that is drawn in sight at once, until the test ends. */
export function seeEverything(): void {
  const before = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class extends before {
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      super(tell);
      this.#tell = tell;
    }
    override observe(): void {
      // Nothing else of an entry is looked at.
      this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this);
    }
  };
}
