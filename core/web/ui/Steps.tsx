import { Icon } from '../components/Icon.tsx';
import { useText } from '../react/use-text.ts';
import './Steps.css';

/** One of the {@link Steps}. */
export interface Step {
  title: string;
  text?: string;
}

export interface StepsProps {
  /** Accessible name of the list. */
  label: string;
  steps: readonly Step[];
  /** Index of the current step; the number of steps when all are done. */
  current: number;
  /** The current step failed. */
  failed?: boolean;
}

/** Progress through a sequence of steps. */
export function Steps({ label, steps, current, failed = false }: StepsProps) {
  const t = useText();
  return (
    <ol className="rp-steps" aria-label={label}>
      {steps.map(({ title, text }, at) => {
        const state = at < current ? 'done' : at > current ? 'waiting' : failed ? 'failed' : 'current';
        return (
          <li
            key={title}
            className="rp-steps__step"
            data-state={state}
            aria-current={at === current ? 'step' : undefined}
          >
            <span className="rp-steps__sign" aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={16} /> : state === 'failed' ? '!' : at + 1}
            </span>
            <span className="rp-steps__words">
              <span className="rp-steps__title">
                {title}
                <span className="rp-visually-hidden">{t(`shell:ui.step-${state}`)}</span>
              </span>
              {text !== undefined && <span className="rp-steps__text">{text}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
