const KEY = /^(?=.{1,900}$)[a-zA-Z0-9._-]{1,200}(\/[a-zA-Z0-9._-]{1,200})*$/;

/** Whether a string is a well-formed key of a file store. */
export function isStoreKey(key: string): boolean {
  return KEY.test(key) && !key.split('/').some((segment) => segment === '.' || segment === '..');
}

/** @throws TypeError for a malformed key */
export function assertStoreKey(key: string): void {
  if (!isStoreKey(key)) {
    throw new TypeError(`FileStore: key must be slash-separated [a-zA-Z0-9._-] segments, got "${key.slice(0, 100)}"`);
  }
}
