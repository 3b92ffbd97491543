/**
 * The eight orientations of a picture: unchanged, mirrored horizontally, vertically, both, and each rotated by 90
 * degrees.
 */
export const ORIENTATIONS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

const known = new Map<number, Int32Array[]>();

/** Maps each point of an oriented square picture to the point of the original. */
export function orientedPlaces(side: number, orientation: Orientation): Int32Array {
  const places = known.get(side) ?? ORIENTATIONS.map((each) => placesOf(side, each));
  known.set(side, places);
  return places[orientation] ?? new Int32Array();
}

function placesOf(side: number, orientation: Orientation): Int32Array {
  const [across, down, turned] = [(orientation & 1) > 0, (orientation & 2) > 0, (orientation & 4) > 0];
  return Int32Array.from({ length: side * side }, (_, at) => {
    let [x, y] = [at % side, Math.floor(at / side)];
    if (turned) [x, y] = [y, x];
    if (across) x = side - 1 - x;
    if (down) y = side - 1 - y;
    return y * side + x;
  });
}

/** Applies an orientation to a picture. */
export function orient(picture: Int8Array, side: number, orientation: Orientation): Int8Array {
  const places = orientedPlaces(side, orientation);
  const turned = new Int8Array(places.length);
  for (let at = 0; at < turned.length; at++) turned[at] = picture[places[at] as number] ?? 0; // as long as the places
  return turned;
}
