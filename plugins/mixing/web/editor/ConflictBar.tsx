import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from './store/use-editor.ts';

/** Two windows have changed the project, or one of them deleted it: neither is lost. */
export const ConflictBar = observer(function ConflictBar() {
  const t = useText();
  const store = useEditor();
  const [isWorking, setWorking] = useState(false);
  const act = usePluginCallback(async (way: () => Promise<void>) => {
    setWorking(true);
    try {
      await way();
    } finally {
      setWorking(false);
    }
  });
  if (!store.stored.isDeleted && store.saving.state !== 'conflict') return null;
  return (
    <div className="rp-ed-conflict" role="alert">
      <Icon name="warning" size={16} />
      <p>{t(store.stored.isDeleted ? 'mixing:editor.deleted' : 'mixing:editor.conflict')}</p>
      {store.stored.isDeleted ? (
        <Button size="small" busy={isWorking} onClick={() => act(store.stored.restore)}>
          {t('mixing:editor.restore')}
        </Button>
      ) : (
        <Button size="small" busy={isWorking} onClick={() => act(store.stored.loadTheirs)}>
          {t('mixing:editor.load-theirs')}
        </Button>
      )}
      <Button size="small" busy={isWorking} onClick={() => act(store.stored.keepAsCopy)}>
        {t('mixing:editor.keep-mine')}
      </Button>
    </div>
  );
});
