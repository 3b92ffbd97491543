import './Switch.css';

export interface SwitchProps {
  isOn: boolean;
  /** What is switched, for screen readers. */
  label: string;
  /** Being written. */
  isBusy?: boolean;
  isDisabled?: boolean;
  change(isOn: boolean): void;
}

/** On or off. */
export function Switch({ isOn, label, isBusy = false, isDisabled = false, change }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="rp-ext-switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isBusy || undefined}
      // A disabled button would lose the focus to nobody.
      aria-disabled={isDisabled || isBusy || undefined}
      onClick={() => {
        if (!isDisabled && !isBusy) change(!isOn);
      }}
    >
      <span className="rp-ext-switch__knob" />
    </button>
  );
}
