/**
 * A loader that takes from inversify what builds functions out of text: the content security policy forbids that, and
 * all containers are `jitless`. For the two files that choose between both ways.
 * @param {string} source
 */
export default function withoutJit(source) {
  return source
    .replace(/^import \{ \w+ResolverJit \} from .+$/m, '')
    .replace(/\b(build\w+Resolver)Jit\(/, (_whole, /** @type {string} */ name) => `${name}(`);
}
