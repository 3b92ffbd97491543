// What plugins from outside import as '@reelport/core/plugins/landing'. Every name is listed, so that what is offered
// only changes on purpose; API_VERSION in plugins/landing/api.ts says when it does so incompatibly.

export { LANDING_SECTIONS, type LandingSection } from '../../plugins/landing/api.ts';
