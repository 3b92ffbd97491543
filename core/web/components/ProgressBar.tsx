import './ProgressBar.css';

/**
 * A thin progress bar.
 * @param value from 0 to 1
 * @param label what is in progress, for screen readers
 * @param waiting true while nothing is running at the moment
 */
export function ProgressBar({ value, label, waiting = false }: { value: number; label: string; waiting?: boolean }) {
  return (
    <progress className="rp-progress" max={1} value={value} aria-label={label} data-waiting={waiting || undefined} />
  );
}
