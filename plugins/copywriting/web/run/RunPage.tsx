import { z } from 'zod';

import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { RunNote } from '#core/web/runs/RunNote.tsx';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';

import { AT } from './addresses.ts';

const factsSchema = z.object({ cues: z.number(), excerpt: z.string() });

/** A run: how far it is, and what was found in each video. */
export default observer(function RunPage() {
  const t = useText();
  return (
    <BatchRunPage
      at={AT}
      title={t('copywriting:run.title')}
      icon="captions"
      look={{
        makesFiles: true,
        keptElsewhere: ({ made }) => made,
        notes: ({ made }) => (made === 0 ? null : <ToTexts />),
        details: (item) => <Excerpt item={item} />,
      }}
    />
  );
});

const ToTexts = observer(function ToTexts() {
  const t = useText();
  const router = useService(ROUTER);
  return (
    <RunNote kind="info">
      <p role="status">{t('copywriting:run.kept')}</p>
      <Button size="small" variant="quiet" icon="captions" onClick={() => void router.go('/material/copywriting')}>
        {t('copywriting:run.to-texts')}
      </Button>
    </RunNote>
  );
});

const Excerpt = observer(function Excerpt({ item }: { item: ToolItem }) {
  const t = useText();
  const facts = factsSchema.safeParse(item.facts).data;
  if (facts === undefined) return null;
  return (
    <p dir="auto">
      {t('copywriting:run.cues', { count: facts.cues })} · {facts.excerpt.replaceAll('\n', ' ')}
    </p>
  );
});
