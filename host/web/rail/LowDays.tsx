import { Icon } from '#core/web/components/Icon.tsx';
import { PURCHASE_MEMBER } from '#core/web/features/create-feature-gate.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { SESSION } from '#core/web/session/session.ts';

import { SHELL_STATE } from './ShellState.ts';
import './LowDays.css';

const DAY = 24 * 60 * 60 * 1000;
/** A membership that lasts for less is low. */
const LOW_DAYS = 7;

/** Says that a membership ends within days, and leads to where it is renewed. */
export const LowDays = observer(function LowDays({ onGo }: { onGo?: () => void }) {
  const { get, plugins } = useKernel();
  const t = useText();
  const left = get(SHELL_STATE).membershipLeft;
  // One that has ended is told by a prompt.
  if (left === null || left <= 0 || left >= LOW_DAYS * DAY || get(SESSION).isFree) return null;
  const days = Math.ceil(left / DAY);
  const text = days === 1 ? t('shell:low-days.last') : t('shell:low-days.text', { days });
  const words = (
    <>
      <Icon name="clock" size={16} />
      <span className="rp-low-days__text">{text}</span>
    </>
  );
  if (!isPageAddress(plugins, PURCHASE_MEMBER)) {
    return (
      <p className="rp-low-days" title={text}>
        {words}
      </p>
    );
  }
  return (
    <Link className="rp-low-days" to={PURCHASE_MEMBER} title={text} onClick={onGo}>
      {words}
      <span className="rp-low-days__go">{t('shell:low-days.go')}</span>
    </Link>
  );
});
