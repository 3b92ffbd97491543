import { Button } from '../components/Button.tsx';
import { observer } from '../react/observer.ts';
import { useText } from '../react/use-text.ts';
import { useReadOnly } from '../ui/ReadOnly.tsx';
import type { OutputFolder } from './OutputFolder.ts';
import './FolderChoice.css';

/** Says where outputs go in the library, and lets that be chosen; stands in an `ActionBar`. */
export const FolderChoice = observer(function FolderChoice({ folder }: { folder: OutputFolder }) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const { chosen } = folder;
  const where = chosen === undefined ? 'new' : chosen === null ? 'top' : 'chosen';
  return (
    <div className="rp-folder-choice">
      <span>{t(`shell:tools.folder-to-${where}`)}</span>
      <Button size="small" variant="quiet" icon="folder" disabled={isReadOnly} onClick={() => void folder.choose()}>
        {t('shell:tools.folder-choose')}
      </Button>
      {chosen !== undefined && (
        <Button size="small" variant="quiet" icon="folder-plus" disabled={isReadOnly} onClick={() => folder.useNew()}>
          {t('shell:tools.folder-new')}
        </Button>
      )}
    </div>
  );
});
