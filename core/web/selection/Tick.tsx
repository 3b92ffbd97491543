import { Icon } from '../components/Icon.tsx';
import './Tick.css';

/**
 * Selects an item with the mouse; the keyboard has the space bar for it.
 * @param number shown instead of a tick where the order counts
 */
export function Tick({ isChosen, number = null }: { isChosen: boolean; number?: number | null }) {
  return (
    <span className="rp-tick" data-tick="" data-chosen={isChosen || undefined} aria-hidden="true">
      <span className="rp-tick__box">{number === null ? isChosen && <Icon name="check" size={16} /> : number}</span>
    </span>
  );
}
