/** Whether any path matches both of two patterns such as `/music/:id?`. Case is ignored, as in `matchRoute`. */
export function patternsOverlap(one: string, other: string): boolean {
  const [ones, others] = [spelledOut(one), spelledOut(other)];
  return ones.some((a) => others.some((b) => a.length === b.length && fits(a, b)));
}

/** Whether any path that matches a pattern lies under a prefix, or is the prefix. */
export function reachesUnder(pattern: string, prefix: string): boolean {
  const wanted = parts(prefix);
  return spelledOut(pattern).some((form) => form.length >= wanted.length && fits(form.slice(0, wanted.length), wanted));
}

function fits(a: readonly string[], b: readonly string[]): boolean {
  return a.every((part, index) => part.startsWith(':') || b[index]?.startsWith(':') === true || part === b[index]);
}

/** The pattern without optional parameters: one variant for each possible number of path segments. */
function spelledOut(pattern: string): string[][] {
  const all = parts(pattern);
  const forms = [all];
  for (let length = all.length; length > 0 && all[length - 1]?.endsWith('?') === true; length -= 1) {
    forms.push(all.slice(0, length - 1));
  }
  return forms;
}

function parts(pattern: string): string[] {
  return pattern
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
}
