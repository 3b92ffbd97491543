import './ProgressBar.css';

/**
 * How far something is, as a thin bar.
 * @param value 0 to 1
 * @param label what it is that goes on, for screen readers
 * @param waiting true while nothing of it runs this moment
 */
export function ProgressBar({ value, label, waiting = false }: { value: number; label: string; waiting?: boolean }) {
  return (
    <progress className="rp-progress" max={1} value={value} aria-label={label} data-waiting={waiting || undefined} />
  );
}
