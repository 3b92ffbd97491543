/** Looks for changes of the page that nothing takes back when a plugin stops. */
export interface PageWatch {
  /** What is there that was not when the watch began, in words. */
  changes(): string[];
}

/** What code may add something to for everybody. */
const PROTOTYPES: Readonly<Record<string, object>> = {
  ...{ Object: Object.prototype, Array: Array.prototype, String: String.prototype, Number: Number.prototype },
  ...{ Function: Function.prototype, Promise: Promise.prototype, Map: Map.prototype, Set: Set.prototype },
  ...{ Date: Date.prototype, Element: Element.prototype, EventTarget: EventTarget.prototype },
};

/** Begins to watch globals, built-in prototypes, attributes of the page, and the browser's storage. */
export function watchPage(): PageWatch {
  const found = namesNow();
  return {
    changes: () =>
      Object.entries(namesNow()).flatMap(([what, names]) => {
        const before = new Set(found[what]);
        return names.filter((name) => !before.has(name)).map((name) => `${what} ${name}`);
      }),
  };
}

function namesNow(): Record<string, string[]> {
  const attributes = (element: Element) => [...element.attributes].map(({ name, value }) => `${name}="${value}"`);
  const prototypes = Object.entries(PROTOTYPES).map(([name, prototype]) => [
    `${name}.prototype has`,
    Reflect.ownKeys(prototype).map(String),
  ]);
  return {
    'the global': Reflect.ownKeys(globalThis).map(String),
    'the page has': attributes(document.documentElement),
    'its body has': attributes(document.body),
    'in localStorage': Object.keys(localStorage),
    'in sessionStorage': Object.keys(sessionStorage),
    ...(Object.fromEntries(prototypes) as Record<string, string[]>),
  };
}
