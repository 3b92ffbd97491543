/** Four containers in a stack; the gaps between them form a play triangle. */
const DRAWING =
  'M4.5 3H15v7.7L11 8.2V15H3V4.5A1.5 1.5 0 0 1 4.5 3zM17 3h10.5A1.5 1.5 0 0 1 29 4.5V15h-7.1L17 11.94z' +
  'M4.5 29H15v-7.7L11 23.8V17H3v10.5A1.5 1.5 0 0 0 4.5 29zM17 29h10.5a1.5 1.5 0 0 0 1.5-1.5V17h-7.1L17 20.06z';

/** The product's logo in its lamp colour; placed beside the name, or labelled by `label`. */
export function Logo({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <svg
      className="rp-mark"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      focusable="false"
    >
      <path fill="var(--rp-lamp)" d={DRAWING} />
    </svg>
  );
}
