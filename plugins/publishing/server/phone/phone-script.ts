/**
 * The script of the pages: ECMAScript 5, for browsers of ten years ago. Without it they are read and sent as well. Where
 * there is no clipboard to write to, what is selected is copied; where that fails, too, it stays selected. A page that
 * somebody has gone back to can be sent again.
 */
export const PHONE_SCRIPT = `(function () {
  function each(selector, use) {
    var found = document.querySelectorAll(selector);
    for (var at = 0; at < found.length; at += 1) use(found[at]);
  }
  function copySelected(field) {
    field.focus();
    field.setSelectionRange(0, field.value.length);
    try {
      return document.execCommand('copy');
    } catch (error) {
      return false;
    }
  }

  each('[data-copies]', function (button) {
    var field = document.getElementById(button.getAttribute('data-copies'));
    var idle = button.textContent;
    function restore() {
      button.textContent = idle;
    }
    function show(isCopied) {
      button.textContent = button.getAttribute(isCopied ? 'data-copied' : 'data-selected');
      setTimeout(restore, 4000);
    }
    function showCopied() {
      show(true);
    }
    function copyOtherwise() {
      show(copySelected(field));
    }
    button.hidden = false;
    button.addEventListener('click', function () {
      if (!navigator.clipboard || !navigator.clipboard.writeText) copyOtherwise();
      else navigator.clipboard.writeText(field.value).then(showCopied, copyOtherwise);
    });
  });

  each('time', function (time) {
    var parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
    time.textContent = new Date(time.getAttribute('datetime')).toLocaleString(document.documentElement.lang, parts);
  });

  each('form', function (form) {
    form.addEventListener('submit', function () {
      form.querySelector('button').disabled = true;
    });
  });
  window.addEventListener('pageshow', function () {
    each('form button', function (button) {
      button.disabled = false;
    });
  });
})();`;
