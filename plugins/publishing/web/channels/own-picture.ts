/**
 * A picture as far as pages may load it: the policy of pages refuses those of other hosts, which would also learn from
 * whoever looks at an account that somebody does.
 */
export function ownPicture(picture: string | null): string | null {
  if (picture === null || picture === '' || !URL.canParse(picture, location.href)) return null;
  const { origin, protocol } = new URL(picture, location.href);
  return origin === location.origin || protocol === 'data:' || protocol === 'blob:' ? picture : null;
}
