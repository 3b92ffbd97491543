/** Inspects materials, chooses the words and enqueues the outputs of a run. */
export const PLAN_RUN = 'mixing.plan-run';
/** Makes one output. */
export const RENDER_OUTPUT = 'mixing.render-output';
/** Compares every pair of a run and certifies it, or replans outputs that are too similar. */
export const CERTIFY_RUN = 'mixing.certify-run';
