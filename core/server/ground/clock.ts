/** The time, as everything on the server reads it; tests set it. */
export interface Clock {
  now(): Date;
}
