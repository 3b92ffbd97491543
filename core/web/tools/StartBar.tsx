import { Button } from '../components/Button.tsx';
import type { IconName } from '../components/Icon.tsx';
import { observer } from '../react/observer.ts';
import { useText } from '../react/use-text.ts';
import { useReadOnly } from '../ui/ReadOnly.tsx';

export interface StartBarProps {
  /**
   * What is started; while that happens, the button says so. `lockedAbove`: how many videos the membership allows at
   * once, where there are more; else null.
   */
  draft: { readonly isStarting: boolean; readonly lockedAbove?: number | null };
  icon: IconName;
  /** What will come out, such as "3 videos, 0:42 in all". */
  total: string;
  /** Why it cannot be started as it stands, such as "1 of them cannot be cut"; null when it can. */
  fault: string | null;
  /** The button's words, such as "Cut 3 videos". */
  start: string;
  /** Starts the run; while there is a fault, shows the first video that has it. */
  onStart(): void | Promise<void>;
}

/** The foot of a `BatchToolPage` whose tool starts one run of all its videos. */
export const StartBar = observer(function StartBar({ draft, icon, total, fault, start, onStart }: StartBarProps) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const most = draft.lockedAbove ?? null;
  return (
    <>
      <p>
        {total}
        {most !== null && (
          <span role="status" className="rp-batch-tool__fault">
            {t('shell:tools.locked-above', { most })}
          </span>
        )}
        {fault !== null && (
          <span role="status" className="rp-batch-tool__fault">
            {fault}
          </span>
        )}
      </p>
      <Button
        variant="primary"
        size="large"
        icon={icon}
        busy={draft.isStarting}
        disabled={isReadOnly}
        onClick={() => void onStart()}
      >
        {fault === null ? start : t('shell:tools.see-faulty')}
      </Button>
    </>
  );
});
