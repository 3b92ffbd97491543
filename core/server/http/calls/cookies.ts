/** The value of a cookie in a `Cookie` header, or undefined. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').slice(0, 8192).split(';')) {
    const [key = '', ...value] = part.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
