import { useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { FileInput } from '#core/web/components/FileInput.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { isTouch } from '#core/web/is-touch.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { filesOfList } from '#core/web/uploads/dropped-files.ts';

import { createSampleProject } from '#plugins/mixing/calls.ts';
import { addressOf } from '../store/OpenProjects.ts';
import { useEditor } from '../store/use-editor.ts';
import { CLIP_ENDINGS } from './clip-endings.ts';
import { spreadFiles } from './spread-files.ts';
import { useClipPicker } from './use-clip-actions.ts';
import './EmptyHint.css';

/** Over the columns of a project that has no clips yet: what to do first. */
export const EmptyHint = observer(function EmptyHint() {
  const t = useText();
  const store = useEditor();
  const http = useService(HTTP);
  const router = useService(ROUTER);
  const pick = useClipPicker();
  const files = useRef<HTMLInputElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [first] = store.project.groups;
  const trySample = usePluginCallback(async () => {
    setWaiting(true);
    try {
      const { id } = await http.call(createSampleProject);
      await router.go(addressOf(id));
    } finally {
      setWaiting(false);
    }
  });
  return (
    <div className="rp-ed-empty">
      <h2>{t(isTouch() ? 'mixing:editor.empty-choose' : 'mixing:editor.empty-title')}</h2>
      <p>{t(isTouch() ? 'mixing:editor.empty-text-touch' : 'mixing:editor.empty-text')}</p>
      <div className="rp-ed-buttons">
        <Button icon="upload" onClick={() => files.current?.click()}>
          {t('mixing:editor.empty-choose')}
        </Button>
        {first !== undefined && (
          <Button icon="film" onClick={() => pick(first.id)}>
            {t('mixing:editor.empty-library')}
          </Button>
        )}
        <Button variant="quiet" icon="play" busy={isWaiting} onClick={trySample}>
          {t('mixing:editor.empty-sample')}
        </Button>
      </div>
      <FileInput
        ref={files}
        multiple
        accept={CLIP_ENDINGS}
        data-all-clips=""
        onFiles={(chosen) => spreadFiles(store, filesOfList(chosen), null)}
      />
    </div>
  );
});
