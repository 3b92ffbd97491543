// ES5 throughout: it runs before the bundle, in browsers of any age, and turns away those that cannot run it. The
// features it tests for are newer than all the syntax in the bundle.
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
  if (!/^\/lowversionbrowser\/?$/i.test(window.location.pathname)) {
    if (!works) window.location.replace('/lowVersionBrowser');
  } else if (works) {
    document.documentElement.className = 'works';
  }
})();
