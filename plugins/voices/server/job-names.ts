/** The jobs of this plugin: listens to a recording, has a voice made, deletes one, and copies of those that are gone. */
export const CHECK = 'voices.check';
export const CLONE = 'voices.clone';
export const REMOVE = 'voices.remove';
export const FORGET = 'voices.forget-copies';
