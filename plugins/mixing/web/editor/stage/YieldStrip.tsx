import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { bytesText, durationText } from '../../parts/range-text.ts';
import { useEditor } from '../store/use-editor.ts';
import { useCountText } from '../fields/use-count-text.ts';
import { useLockWords } from '../fields/use-lock-words.ts';
import { WhyFewer } from './WhyFewer.tsx';
import { YieldDetails } from './YieldDetails.tsx';
import './YieldStrip.css';

/** One line: how many different videos the project yields by which limit, what they take, and why not more. */
export const YieldStrip = observer(function YieldStrip() {
  const t = useText();
  const countOf = useCountText();
  const store = useEditor();
  const { measurement, project, run } = store;
  const { share, makes, isComing, isCounting } = store.yields;
  const lock = useLockWords();
  const { measured, isStale, failure } = measurement;
  const row = measured?.rows.find((each) => each.share === share);
  return (
    <section
      className="rp-ed-yield"
      aria-label={t('mixing:editor.yield')}
      data-stale={isStale || undefined}
      data-provisional={measured?.provisional || undefined}
    >
      {lock !== null && row === undefined ? (
        <p className="rp-ed-yield__none">{t('mixing:editor.yield-locked', { lock })}</p>
      ) : failure !== null && measured === null ? (
        <LoadError text={t('mixing:editor.yield-failed')} error={failure} onRetry={() => void measurement.again()} />
      ) : row === undefined ? (
        <p className="rp-ed-yield__none" role="status">
          {t(`mixing:editor.yield-${isComing ? 'coming' : isCounting ? 'counting' : 'none'}`)}
        </p>
      ) : (
        <>
          <Unfolding
            line={
              <>
                <span className="rp-ed-yield__count" aria-live="polite">
                  <strong>{countOf(row.reachable)}</strong>
                  <span>
                    {t(row.atLeast ? 'mixing:editor.yield-at-least' : 'mixing:editor.yield-videos', {
                      count: row.reachable,
                    })}
                  </span>
                </span>
                <span className="rp-ed-yield__says">
                  {t('mixing:editor.yield-says', { share, of: project.groups.length })}
                </span>
                <Icon name="chevron-down" size={16} />
              </>
            }
          >
            <YieldDetails row={row} />
          </Unfolding>
          {measured?.provisional === true && (
            <p className="rp-ed-yield__provisional" role="status">
              <Icon name="history" size={16} />
              {t('mixing:editor.yield-provisional')}
            </p>
          )}
          <Takes />
          {makes < run.count && <WhyFewer />}
        </>
      )}
    </section>
  );
});

/** How long each video is, and what as many as are wanted take. */
const Takes = observer(function Takes() {
  const t = useText();
  const i18n = useService(I18N);
  const { measured } = useEditor().measurement;
  if (measured === null) return null;
  const { estimate, seconds } = measured;
  const text = t('mixing:editor.estimate', {
    each: lengthOf(seconds.least, seconds.most),
    time: durationText(estimate.seconds, t),
    space: bytesText(estimate.bytes, i18n),
  });
  return (
    <p className="rp-ed-yield__takes" title={text} aria-live="polite">
      {text}
    </p>
  );
});

interface UnfoldingProps {
  line: ReactNode;
  children: ReactNode;
}

/** A line that is unfolded over what is below it, until something else is pressed. */
function Unfolding({ line, children }: UnfoldingProps) {
  const whole = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ target }: PointerEvent): void => {
      if (target instanceof Node && whole.current?.contains(target) !== true) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);
  return (
    <details
      ref={whole}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        whole.current?.querySelector('summary')?.focus();
      }}
    >
      <summary>{line}</summary>
      <div className="rp-ed-yield__more">{children}</div>
    </details>
  );
}

function lengthOf(least: number, most: number): string {
  const [short, long] = [Math.round(least), Math.round(most)];
  return short === long ? String(long) : `${short}–${long}`;
}
