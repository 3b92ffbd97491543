/** Letters of a showcase's name. */
export const TITLE_LETTERS = 60;
/** Letters of what it says about itself. */
export const ABOUT_LETTERS = 500;
/** Posts of one page of the list that their owner sees. */
export const LISTED_POSTS = 24;
