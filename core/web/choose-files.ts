/** What may be chosen, and how. */
export interface ChooseOptions {
  /** As of a file input: `.txt,.csv` or `video/*`. */
  accept: string;
  /** Opens the camera of a phone in place of its files. */
  camera?: boolean;
}

/**
 * Has somebody choose a file. Begins within a press, or browsers refuse.
 * @returns nothing when that was dismissed
 */
export function chooseFiles({ accept, camera = false }: ChooseOptions): Promise<readonly File[] | undefined> {
  const field = Object.assign(document.createElement('input'), { type: 'file', accept, hidden: true });
  if (camera) field.setAttribute('capture', 'environment');
  // Safari answers only a field that stands in the page.
  document.body.append(field);
  return new Promise<readonly File[] | undefined>((resolve) => {
    field.addEventListener('change', () => resolve([...(field.files ?? [])]));
    field.addEventListener('cancel', () => resolve(undefined));
    field.click();
  }).finally(() => field.remove());
}
