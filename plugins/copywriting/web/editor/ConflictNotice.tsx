import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { TimedDocument } from '#plugins/copywriting/calls.ts';
import { stemOf, textFile } from '#core/web/subtitle-files.ts';
import { TextEditor } from './TextEditor.ts';

/** Two people have changed a text: one is chosen, and the other can be kept as a file. */
export const ConflictNotice = observer(function ConflictNotice({ conflict }: { conflict: TimedDocument }) {
  const t = useText();
  const editor = useStore(TextEditor);
  const name = stemOf(conflict.name);
  return (
    <Notice
      kind="warning"
      announce
      title={t('copywriting:conflict.title')}
      actions={
        <>
          <Button size="small" onClick={() => editor.settle('mine')}>
            {t('copywriting:conflict.mine')}
          </Button>
          <Button size="small" onClick={() => editor.settle('theirs')}>
            {t('copywriting:conflict.theirs')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => saveBlob(textFile(editor.cues, 'srt'), `${name} A.srt`)}>
            {t('copywriting:conflict.export-mine')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => saveBlob(textFile(conflict.cues, 'srt'), `${name} B.srt`)}
          >
            {t('copywriting:conflict.export-theirs')}
          </Button>
        </>
      }
    >
      {t('copywriting:conflict.text', { mine: editor.cues.length, theirs: conflict.cues.length })}
    </Notice>
  );
});
