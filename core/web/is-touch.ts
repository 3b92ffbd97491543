/** Whether the screen is touched and nothing can be dragged onto it from elsewhere. */
export function isTouch(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches;
}
