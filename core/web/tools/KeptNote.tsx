import { Button } from '../components/Button.tsx';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { ROUTER } from '../router/router.ts';
import { RunNote } from '../runs/RunNote.tsx';

interface KeptNoteProps {
  /** Results that the tool has put into the library by itself. */
  count: number;
  /** Where they are shown. */
  to: string;
}

/** Tells of a run that all it made is in the library, and leads there. What comes next is offered beside the download. */
export const KeptNote = observer(function KeptNote({ count, to }: KeptNoteProps) {
  const t = useText();
  const router = useService(ROUTER);
  return (
    <RunNote kind="info">
      <p role="status">{t('shell:tools.kept', { count })}</p>
      <Button size="small" variant="quiet" icon="folder" onClick={() => void router.go(to)}>
        {t('shell:tools.kept-see')}
      </Button>
    </RunNote>
  );
});
