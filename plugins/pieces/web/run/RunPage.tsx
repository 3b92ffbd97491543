import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { RunNote } from '#core/web/runs/RunNote.tsx';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { KeptNote } from '#core/web/tools/KeptNote.tsx';

import { exportFactsSchema, pieceFactsSchema } from '#plugins/pieces/facts.ts';
import { AT } from '../lists/addresses.ts';

/** An export: how far it is, and its pieces, which are in the library once all are made. */
export default observer(function RunPage() {
  const t = useText();
  return (
    <BatchRunPage
      at={AT}
      title={t('pieces:title')}
      icon="pieces"
      look={{
        notes: noteOf,
        keptElsewhere: (run) => keptBy(run).kept,
        facts: factsOf,
        details: (item) => <PieceDetails item={item} />,
      }}
    />
  );
});

const keptBy = ({ facts }: ToolRun) =>
  exportFactsSchema.safeParse(facts).data ?? { folderId: null, kept: 0, mixProject: null };

function noteOf(run: ToolRun) {
  const { folderId, kept, mixProject } = keptBy(run);
  if (kept === 0) return null;
  return (
    <>
      {mixProject !== null && <MixNote id={mixProject} />}
      <KeptNote count={kept} to={folderId === null ? '/material/list' : `/material/list?folder=${folderId}`} />
    </>
  );
}

/** Leads to the mix project that was made of the pieces. */
const MixNote = observer(function MixNote({ id }: { id: string }) {
  const t = useText();
  const router = useService(ROUTER);
  return (
    <RunNote kind="info">
      <p role="status">{t('pieces:mix-made')}</p>
      <Button size="small" icon="scissors" onClick={() => void router.go(`/mixedCut/edit/${id}`)}>
        {t('pieces:mix-open')}
      </Button>
    </RunNote>
  );
});

function factsOf({ facts }: ToolItem): string[] {
  const piece = pieceFactsSchema.safeParse(facts).data;
  if (piece === undefined) return [];
  return [...(piece.slot === '' ? [] : [piece.slot]), `${piece.seconds.toFixed(1)} s`];
}

/** Which frames of the video it is, and how many of them were copied untouched. */
const PieceDetails = observer(function PieceDetails({ item }: { item: ToolItem }) {
  const t = useText();
  const piece = pieceFactsSchema.safeParse(item.facts).data;
  if (piece === undefined) return null;
  const { first, last, copied } = piece;
  const count = last - first;
  return <p>{t('pieces:facts', { first: first + 1, last, count, copied, encoded: count - copied })}</p>;
});
