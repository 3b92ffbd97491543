import { lazy, Suspense, useId, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { PluginScope } from '#core/web/react/PluginScope.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { PluginBoundary } from '#core/web/views/plugins/PluginBoundary.tsx';

import { WORKBENCH_WIDGETS, type WorkbenchWidget } from '#plugins/workbench/api.ts';
import { useWholeSlot } from '#core/web/react/use-whole-slot.ts';

/** What plugins show on the workbench in a shape of their own, in one of its columns. */
export const Widgets = observer(function Widgets({ size }: Pick<WorkbenchWidget, 'size'>) {
  const { items, isWhole } = useWholeSlot(WORKBENCH_WIDGETS);
  if (!isWhole) return <span hidden data-unread="" />;
  return items
    .filter(({ item }) => item.size === size)
    .toSorted((a, b) => a.item.order - b.item.order)
    .map(({ key, context, item }) => (
      <PluginBoundary key={key} plugin={context.id} compact>
        <PluginScope context={context}>
          <Widget widget={item} />
        </PluginScope>
      </PluginBoundary>
    ));
});

function Widget({ widget }: { widget: WorkbenchWidget }) {
  const t = useText();
  const heading = useId();
  // Made anew when somebody tries again after it could not be loaded.
  const [Content] = useState(() => lazy(() => widget.load()));
  return (
    <section aria-labelledby={heading}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t(widget.title)}</h2>
      </header>
      <div className="rp-workbench__widget">
        <Suspense fallback={<span hidden data-unread="" />}>
          <Content />
        </Suspense>
      </div>
    </section>
  );
}
