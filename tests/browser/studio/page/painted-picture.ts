/** The address of a picture whose four corners differ: red, green, blue and yellow. */
export function paintedPicture({ width, height }: { width: number; height: number }): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) return '';
  for (const [at, colour] of ['#7d2f2f', '#2f6d3d', '#2d3f7d', '#7d6d2d'].entries()) {
    pen.fillStyle = colour;
    pen.fillRect((at % 2) * (width / 2), Math.floor(at / 2) * (height / 2), width / 2, height / 2);
  }
  return canvas.toDataURL();
}
