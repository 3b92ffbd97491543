/** Renders one combination small. */
export const RENDER_PREVIEW = 'mixing.render-preview';
/** Removes previews, spoken texts and parts of fonts that are old. */
export const SWEEP_PREVIEWS = 'mixing.sweep-previews';
