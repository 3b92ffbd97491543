import { useSlot } from '#core/web/react/use-slot.ts';

import { WORKBENCH_CLIPS } from '#plugins/workbench/api.ts';
import { ConsoleStart } from './ConsoleStart.tsx';
import { ClipsDropZone } from './ClipsDropZone.tsx';
import './EmptyStart.css';

/** What an account sees that has nothing yet: a place for its clips, or what works without one. */
export function EmptyStart() {
  const [receiver] = useSlot(WORKBENCH_CLIPS);
  return receiver === undefined ? <ConsoleStart /> : <ClipsDropZone receiver={receiver.item} />;
}
