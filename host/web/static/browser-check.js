// ES5 throughout.
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
    supports('inset', '0') &&
    supports('color', 'color-mix(in srgb, red, blue)');
  if (!/^\/lowversionbrowser\/?$/i.test(window.location.pathname)) {
    if (!works) window.location.replace('/lowVersionBrowser');
  } else if (works) {
    document.documentElement.className = 'works';
  }
})();
