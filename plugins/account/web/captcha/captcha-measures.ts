/** The puzzle's measures in CSS pixels, unless said otherwise. */
export const CAPTCHA = {
  width: 300,
  loginWidth: 340,
  sliderWidth: 40,
  imageHeight: 180,
  /** Width of the picture as the server makes it, in its own pixels. */
  pictureWidth: 320,
  /** Width of the piece, in the picture's pixels. */
  pieceWidth: 63,
  /** Milliseconds between a failure and the next puzzle. */
  refreshAfter: 800,
  /** So many failures bring the next puzzle. */
  failuresToRefresh: 1,
  /** One press of an arrow key, and of a page key, in the picture's pixels. */
  keyStep: 2,
  keyPage: 20,
} as const;

/** Picture pixels for one pixel of a puzzle that is shown so wide. */
export function captchaScale(width: number): number {
  return CAPTCHA.pictureWidth / width;
}

/** How far the slider moves: to the end of its track, or until the piece reaches the edge of the picture. */
export function captchaReach(width: number): number {
  const piece = CAPTCHA.pieceWidth / captchaScale(width);
  return Math.min(width - CAPTCHA.sliderWidth, width - piece);
}
