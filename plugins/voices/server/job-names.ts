/** The jobs of this plugin: listens to a recording, has a voice made, deletes one. */
export const CHECK = 'voices.check';
export const CLONE = 'voices.clone';
export const REMOVE = 'voices.remove';
