import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';

import { lazyPart } from '#core/web/react/lazy-part.tsx';

import type { DialogHostProperties } from './DialogHost.tsx';

export interface DialogOutletProperties extends DialogHostProperties {
  /** What draws dialogs could not be loaded: those that were open are closed, and somebody has to say so. */
  unavailable?: () => void;
}

const DialogHost = lazyPart<DialogOutletProperties>(() => import('./DialogHost.tsx'), Unavailable);

/** The place of the dialogs in the shell; what draws them is loaded with the first one. */
export const DialogOutlet = observer(function DialogOutlet(properties: DialogOutletProperties) {
  return properties.dialogs.entries.length > 0 ? <DialogHost {...properties} /> : null;
});

function Unavailable({ dialogs, unavailable }: DialogOutletProperties) {
  useEffect(() => {
    dialogs.closeAll();
    unavailable?.();
  }, [dialogs, unavailable]);
  return null;
}
