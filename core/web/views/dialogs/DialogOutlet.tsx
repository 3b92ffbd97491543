import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';

import { lazyPart } from '#core/web/react/lazy-part.tsx';

import type { DialogHostProperties } from './DialogHost.tsx';

export interface DialogOutletProperties extends DialogHostProperties {
  /** Called when the dialog code could not be loaded: the open dialogs are closed, and the user has to be told. */
  unavailable?: () => void;
}

const DialogHost = lazyPart<DialogOutletProperties>(() => import('./DialogHost.tsx'), Unavailable);

/** Where the shell renders dialogs; their code is loaded with the first one. */
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
