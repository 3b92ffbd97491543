import type { Page } from 'playwright-core';

/** What a finger needs, in CSS pixels: so high, and so wide, as icons stand side by side. */
const HIGH = 44;
const WIDE = 36;

/**
 * The buttons and links of a page in sight that are too small for a finger, with what their transparent edges add.
 * A link within a text is as high as its line.
 */
export async function touchFaults(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const faults = new Set();
    for (const at of document.querySelectorAll('button, summary, a[href], input:is(:not([type]), [type="text"], [type="search"])')) {
      const style = getComputedStyle(at);
      if (style.display === 'inline' || style.clipPath !== 'none' || at.matches('.rp-button--link, .rp-skip')) continue;
      if (at.closest('[class*="semi-"], [inert], .rp-contact') !== null) continue;
      if (!at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      let { top, bottom, left, right } = at.getBoundingClientRect();
      if (right - left < 2 || bottom - top < 2) continue;
      for (const part of ['::before', '::after']) {
        const edge = getComputedStyle(at, part);
        if (edge.display === 'none' || edge.position !== 'absolute' || edge.content === 'none' || edge.pointerEvents === 'none') continue;
        const box = at.getBoundingClientRect();
        top = Math.min(top, box.top + at.clientTop + parseFloat(edge.top));
        bottom = Math.max(bottom, box.top + at.clientTop + at.clientHeight - parseFloat(edge.bottom));
        left = Math.min(left, box.left + at.clientLeft + parseFloat(edge.left));
        right = Math.max(right, box.left + at.clientLeft + at.clientWidth - parseFloat(edge.right));
      }
      const [wide, high] = [right - left, bottom - top];
      if (wide >= ${WIDE} - 0.5 && high >= ${HIGH} - 0.5) continue;
      const name = at.getAttribute('aria-label') ?? at.textContent.trim();
      faults.add(at.localName + '.' + String(at.className).split(' ').join('.') + ' “' + name.slice(0, 30) + '” is '
        + Math.round(wide) + ' × ' + Math.round(high) + ' px');
    }
    return [...faults].slice(0, 12);
  })()`);
}
