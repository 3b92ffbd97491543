/** Outcome of a call: 0 failed, 1 succeeded, 2 two accounts conflict (registration calls only). */
export const CODE = { failure: 0, success: 1, conflict: 2 } as const;

/** Specific reasons of a failed call, to which the browser reacts by itself. */
export const SEC_CODE = {
  bindMobile: 402,
  abnormalAccount: 406,
  silent: 407,
  tooManyDevices: 408,
} as const;
