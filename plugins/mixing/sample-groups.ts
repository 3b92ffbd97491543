/** The id of a group of the sample project. @param part its number, from 0 */
export function sampleGroupId(part: number): string {
  return `sample-${part + 1}`;
}

/** Whether a group is one that we fill with our own clips. */
export function isSampleGroup(id: string): boolean {
  return /^sample-\d+$/.test(id);
}
