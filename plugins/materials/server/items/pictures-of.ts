import type { MadePicture } from '../tables.ts';
import type { MaterialRow } from './material-row.ts';

/** Every picture that was made of a material. */
export function picturesOf({ poster, sprite }: Pick<MaterialRow, 'poster' | 'sprite'>): MadePicture[] {
  return [poster, poster?.thumbnail, sprite].filter((made) => made !== null && made !== undefined);
}
