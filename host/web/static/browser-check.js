// ES5 throughout: it runs before the bundle, on browsers of any age, and turns away those that cannot run it.
// What it asks for came after all the syntax that the bundle uses.
(function () {
  function supports(property, value) {
    return !!(window.CSS && window.CSS.supports && window.CSS.supports(property, value));
  }
  var works =
    typeof window.Promise === 'function' &&
    typeof window.AbortSignal === 'function' &&
    typeof Array.prototype.toSorted === 'function' &&
    typeof window.Promise.withResolvers === 'function' &&
    typeof window.AbortSignal.any === 'function' &&
    typeof window.structuredClone === 'function' &&
    typeof window.ReadableStream === 'function' &&
    typeof window.ResizeObserver === 'function' &&
    supports('inset', '0') &&
    supports('color', 'color-mix(in srgb, red, blue)');
  if (!works) window.location.replace('/lowVersionBrowser');
})();
