/** The page under which all pages of a framed plugin are shown, so that its frame stays from one to the next. */
export const FRAMED_PAGE = 'framed';
