import { useEffect, useRef, useState } from 'react';

import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { BOOT } from '#core/web/boot.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { THEME } from '#core/web/theme/theme.ts';

import './ContactWidget.css';

const SCROLL_MILLISECONDS = 300;
/** Scrolled further than this, a button leads back to the top. */
const FAR_PIXELS = 400;

/**
 * At the lower right of most pages: the theme, customer service with a QR code on hover, and the way back to the top.
 */
export default observer(function ContactWidget() {
  const { get } = useKernel();
  const t = useText();
  const theme = get(THEME);
  const { contact } = get(BOOT);
  const [isFar, setFar] = useState(false);
  useEffect(() => {
    const look = (): void => setFar(window.scrollY > FAR_PIXELS);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const isDark = theme.mode === 'dark';
  const aside = useRef<HTMLElement>(null);
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!isOut) return undefined;
    const elsewhere = ({ target }: PointerEvent): void => {
      if (target instanceof Node && aside.current?.contains(target) === false) setOut(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [isOut]);
  return (
    <aside ref={aside} className="rp-contact" data-out={isOut || undefined} aria-label={t('shell:contact.title')}>
      {/* Touch has no hover; the keyboard reveals it through the focus. */}
      <span className="rp-contact__tab" aria-hidden="true" onClick={() => setOut(true)}>
        <Icon name="chevron-left" size={16} />
      </span>
      <IconButton
        className="rp-contact__theme"
        icon={isDark ? 'sun' : 'moon'}
        label={isDark ? t('shell:theme.to-light') : t('shell:theme.to-dark')}
        onClick={theme.toggle}
      />
      <div className="rp-contact__service">
        <IconButton
          icon="headset"
          label={t('shell:contact.title')}
          aria-haspopup="dialog"
          onClick={() => void get(COMMANDS).run(CONTACT_COMMAND)}
        />
        {contact.qr !== null && (
          <figure className="rp-contact__card">
            <img src={contact.qr} alt={t('shell:contact.code')} width={132} height={132} />
            <figcaption>{t('shell:contact.code')}</figcaption>
          </figure>
        )}
      </div>
      {isFar && <IconButton icon="arrow-up" label={t('shell:contact.top')} onClick={() => scrollToTop(window)} />}
    </aside>
  );
});

/** Scrolls to the top within 300 ms, or at once when reduced motion is preferred. */
function scrollToTop(window: Window): void {
  const from = window.scrollY;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return;
  }
  let began: number | undefined;
  const step = (now: number): void => {
    began ??= now;
    const done = Math.min(1, (now - began) / SCROLL_MILLISECONDS);
    window.scrollTo({ top: from * (1 - done) ** 3, behavior: 'instant' });
    if (done < 1) window.requestAnimationFrame(step);
  };
  window.requestAnimationFrame(step);
}
