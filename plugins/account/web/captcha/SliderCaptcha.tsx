import { observer } from '#core/web/react/observer.ts';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Captcha } from './Captcha.ts';
import { CAPTCHA } from './captcha-measures.ts';
import './SliderCaptcha.css';

export interface SliderCaptchaProps {
  captcha: Captcha;
  /** The most that it may be wide, in CSS pixels; it is narrower where there is less room. */
  width?: number;
  /** Takes the focus as soon as there is a picture. */
  autoFocus?: boolean;
}

/** A slider puzzle: by pointer, drag and let go; by keys, the arrows move and Enter verifies. */
export const SliderCaptcha = observer(function SliderCaptcha({
  captcha,
  width = CAPTCHA.width,
  autoFocus = false,
}: SliderCaptchaProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const ready = captcha.puzzle !== null;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) {
      return;
    }
    const measure = (): void => captcha.setWidth(Math.min(width, element.clientWidth || width));
    measure();
    const observed = new ResizeObserver(measure);
    observed.observe(element);
    return () => observed.disconnect();
  }, [captcha, width]);

  useEffect(() => {
    if (autoFocus && ready) {
      slider.current?.focus({ preventScroll: true });
    }
  }, [autoFocus, ready]);

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0 || !event.isPrimary) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    captcha.grab(event.clientX, event.clientY, event.timeStamp);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      void captcha.release(event.timeStamp);
      return;
    }
    const step = keyStep(event.key, captcha.reachX);
    if (step !== null) {
      event.preventDefault();
      captcha.step(step, event.timeStamp);
    }
  }

  const { state } = captcha;
  return (
    <div className="rp-captcha" data-state={state} ref={box} style={{ maxWidth: width }}>
      <div className="rp-captcha-picture" style={{ height: CAPTCHA.imageHeight }} aria-busy={captcha.loading}>
        {captcha.puzzle !== null && (
          <>
            <img className="rp-captcha-background" src={captcha.puzzle.bg} alt="" draggable={false} />
            <img
              className="rp-captcha-piece"
              src={captcha.puzzle.front}
              alt=""
              draggable={false}
              style={{ width: CAPTCHA.pieceWidth / captcha.scale, transform: `translateX(${captcha.x}px)` }}
            />
          </>
        )}
        {captcha.puzzle === null && captcha.trouble !== null && <p className="rp-captcha-trouble">{captcha.trouble}</p>}
        <p className="rp-captcha-verdict" role="status">
          {verdict(captcha, t)}
        </p>
        {state !== 'success' && (
          <div className="rp-captcha-refresh">
            <IconButton
              icon="refresh"
              label={t('account:captcha.refresh')}
              onClick={() => void captcha.refresh()}
              disabled={captcha.loading}
            />
          </div>
        )}
      </div>
      <div className="rp-captcha-track">
        <div className="rp-captcha-fill" style={{ width: captcha.x + CAPTCHA.sliderWidth / 2 }} />
        <span className="rp-captcha-hint" aria-hidden="true">
          {hint(captcha, t)}
        </span>
        <div
          ref={slider}
          className="rp-captcha-slider"
          role="slider"
          tabIndex={0}
          aria-label={t('account:captcha.slider')}
          aria-valuemin={0}
          aria-valuemax={captcha.reachX}
          aria-valuenow={Math.round(captcha.positionX)}
          aria-valuetext={t('account:captcha.position', {
            position: Math.round(captcha.positionX),
            of: captcha.reachX,
          })}
          aria-disabled={captcha.isLocked}
          aria-describedby="rp-captcha-help"
          style={{ width: CAPTCHA.sliderWidth, transform: `translateX(${captcha.x}px)` }}
          onPointerDown={onPointerDown}
          onPointerMove={(event) => captcha.drag(event.clientX, event.clientY, event.timeStamp)}
          onPointerUp={(event) => void captcha.release(event.timeStamp)}
          onPointerCancel={() => captcha.cancelDrag()}
          onKeyDown={onKeyDown}
        >
          <Icon name={state === 'success' ? 'check' : state === 'error' ? 'close' : 'arrow-right'} />
        </div>
      </div>
      <p id="rp-captcha-help" className="rp-visually-hidden">
        {t('account:captcha.help')}
      </p>
    </div>
  );
});

function hint(captcha: Captcha, t: I18n['t']): string {
  if (captcha.loading) {
    return t('account:captcha.loading');
  }
  return captcha.state === 'normal' ? t('account:captcha.drag') : '';
}

function verdict(captcha: Captcha, t: I18n['t']): string {
  switch (captcha.state) {
    case 'success':
      return t('account:captcha.solved');
    case 'error':
      return captcha.trouble ?? t('account:captcha.missed');
    default:
      return '';
  }
}

function keyStep(key: string, reach: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return CAPTCHA.keyStep;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -CAPTCHA.keyStep;
    case 'PageUp':
      return CAPTCHA.keyPage;
    case 'PageDown':
      return -CAPTCHA.keyPage;
    case 'Home':
      return -reach;
    case 'End':
      return reach;
    default:
      return null;
  }
}
