import './SeekBar.css';

export interface SeekBarProps {
  label: string;
  /** Seconds. */
  time: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  /** The time as text: `0:07 of 0:15`. */
  shown: string;
  /** Seconds that an arrow key moves; continuous by default. */
  step?: number;
  disabled?: boolean;
  onSeek(time: number): void;
}

/** The position in a video, on a line from its start to its end. */
export function SeekBar({ label, time, duration, shown, step, disabled, onSeek }: SeekBarProps) {
  const end = duration === 0 ? 1 : duration;
  const at = Math.min(time, end);
  return (
    <input
      className="rp-seek"
      type="range"
      min={0}
      max={end}
      step={step ?? 'any'}
      value={at}
      disabled={disabled}
      aria-label={label}
      aria-valuetext={shown}
      style={{ '--rp-part': `${(at / end) * 100}%` } as object}
      onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
    />
  );
}
