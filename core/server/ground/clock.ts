/** The time, for everything on the server; tests can set it. */
export interface Clock {
  now(): Date;
}
