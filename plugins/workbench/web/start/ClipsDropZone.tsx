import { useState } from 'react';

import { failureText } from '#core/web/http/failure-text.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import type { FoundFile } from '#core/web/uploads/dropped-files.ts';

import type { ClipReceiver } from '#plugins/workbench/api.ts';
import { ShotOutlines } from './ShotOutlines.tsx';

/** Clips are dropped or chosen here; where they go is the library's. */
export function ClipsDropZone({ receiver }: { receiver: ClipReceiver }) {
  const t = useText();
  const [isTaking, setTaking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const take = usePluginCallback(async (found: readonly FoundFile[]) => {
    setFault(null);
    setTaking(true);
    try {
      await receiver.take(found.map(({ file }) => file));
    } catch (error) {
      setFault(t('workbench:start.take-failed', { reason: failureText(error, t) }));
    } finally {
      setTaking(false);
    }
  });
  return (
    <DropZone
      look="page"
      picture={<ShotOutlines />}
      title={t('workbench:start.drop')}
      release={t('workbench:start.release')}
      text={t('workbench:start.drop-text')}
      choose={t('workbench:start.choose')}
      accept={receiver.accept}
      multiple
      busy={isTaking}
      error={fault}
      onFiles={take}
    />
  );
}
