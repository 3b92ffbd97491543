/** What a video is called by its place among those it is made with, from 0: `001`. Without its ending. */
export function placeName(position: number): string {
  return String(position + 1).padStart(3, '0');
}
