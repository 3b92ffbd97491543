import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { useOptionalService, useService } from '#core/web/react/use-service.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useWholeSlot } from '#core/web/react/use-whole-slot.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import type { InputMaterial } from '#core/web/tools/BatchDraft.ts';
import { TOOL_CARDS } from '#core/web/tools/tool-cards.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { PluginBoundary } from '#core/web/views/plugins/PluginBoundary.tsx';

import { MATERIALS } from '#plugins/materials/api.ts';
import { RecentRuns } from './RecentRuns.tsx';
import { ToolCardLink } from './ToolCardLink.tsx';
import './ToolsPage.css';

/** Names of chosen videos that are shown. */
const NAMED = 3;

/** All tools for videos: what somebody has leads to the one for it, with videos that were chosen before, or without. */
export default observer(function ToolsPage() {
  const t = useText();
  const i18n = useService(I18N);
  const toasts = useService(TOASTS);
  const library = useOptionalService(MATERIALS);
  const { items, isWhole } = useWholeSlot(TOOL_CARDS);
  const cards = items.toSorted((a, b) => a.item.order - b.item.order);
  const [chosen, setChosen] = useState<readonly InputMaterial[]>([]);
  const choose = usePluginCallback(async () => {
    if (library === undefined) return void toasts.show({ kind: 'warning', text: () => t('tools:library-closed') });
    const picked = await library.pick({ kind: 'video', multiple: true });
    if (picked !== undefined) setChosen(picked);
  });
  const count = chosen.length;
  return (
    <PageFrame
      title={t('tools:title')}
      about={t('tools:about')}
      actions={
        cards.length > 0 && (
          <Button icon="film" onClick={choose}>
            {t(count > 0 ? 'tools:choose-others' : 'tools:choose')}
          </Button>
        )
      }
    >
      {!isWhole ? (
        <Skeleton shape="rows" />
      ) : cards.length === 0 ? (
        <Empty icon="grid" title={t('tools:none')} text={t('tools:none-text')} />
      ) : (
        <section className="rp-tools">
          <h2>{count > 0 ? t('tools:cards-for', { count }) : t('tools:cards')}</h2>
          {count > 0 && (
            <p className="rp-tools__chosen" role="status">
              <span>{t('tools:chosen', { count, names: namesOf(chosen) })}</span>
              <Button size="small" variant="quiet" onClick={() => setChosen([])}>
                {t('tools:clear')}
              </Button>
            </p>
          )}
          <div className="rp-tools__cards">
            {cards.map(({ key, context, item }) => (
              <PluginBoundary key={key} plugin={context.id} compact>
                <PluginScope context={context}>
                  <ToolCardLink card={item} chosen={chosen.map(({ id }) => id)} />
                </PluginScope>
              </PluginBoundary>
            ))}
          </div>
        </section>
      )}
      {isWhole && <RecentRuns cards={cards.map(({ item }) => item)} />}
    </PageFrame>
  );

  function namesOf(videos: readonly InputMaterial[]): string {
    const names = videos.slice(0, NAMED).map(({ name }) => name);
    const more = videos.length - names.length;
    return enumerated(more > 0 ? [...names, t('tools:more', { count: more })] : names, i18n);
  }
});
