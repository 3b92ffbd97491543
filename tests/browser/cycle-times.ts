/**
 * Rounds for plugins whose pages are large: what is left behind in each round shows after any number of them, and fifty
 * take longer than a test may on a busy machine.
 */
export const TIMES = 10;
