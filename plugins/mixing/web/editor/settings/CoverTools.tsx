import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

import { COVER_TOOLS, type CoverTitles, type CoverTool } from '#plugins/mixing/api.ts';
import { coverTitlesSchema } from '#plugins/mixing/project.ts';
import { change } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';

/** What other plugins can do to the cover titles. */
export function CoverTools({ cover }: { cover: CoverTitles }) {
  return (
    <div className="rp-ed-tools">
      <SlotItems slot={COVER_TOOLS}>{(tool) => <Tool tool={tool} cover={cover} />}</SlotItems>
    </div>
  );
}

const Tool = observer(function Tool({ tool, cover }: { tool: CoverTool; cover: CoverTitles }) {
  const t = useText();
  const store = useEditor();
  const apply = usePluginCallback(async () => {
    // A title that is being typed has no letters yet.
    const texts = cover.texts.filter((text) => text.trim() !== '');
    const given = { ...cover, texts, style: { ...cover.style } };
    const answer = await tool.apply(given);
    if (answer === given) return;
    const made = coverTitlesSchema.parse(answer);
    store.edit(change({ titles: made.texts.length === 0 ? null : made }));
  });
  return (
    <Button size="small" title={tool.about === undefined ? undefined : t(tool.about)} onClick={apply}>
      {t(tool.title)}
    </Button>
  );
});
