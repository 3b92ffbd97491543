/** Renders one combination small. */
export const RENDER_PREVIEW = 'mixing.render-preview';
