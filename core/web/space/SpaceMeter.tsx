import './SpaceMeter.css';

export interface SpaceMeterProps {
  label: string;
  /** The usage in words. */
  text: string;
  /** From 0 to 1. */
  share: number;
  isLow: boolean;
}

/** A thin bar that shows how full the account's space is. */
export function SpaceMeter({ label, text, share, isLow }: SpaceMeterProps) {
  return (
    <div
      className="rp-space-meter"
      data-low={isLow || undefined}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  );
}
