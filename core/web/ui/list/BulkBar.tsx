import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { Selection } from '#core/web/selection/Selection.ts';
import type { BulkAction, ListItem } from './list-parts.ts';
import './BulkBar.css';

export interface BulkBarProps<T extends ListItem> {
  list: LiveList<T>;
  selection: Selection;
  actions: readonly BulkAction<T>[];
}

function DrawnBulkBar<T extends ListItem>({ list, selection, actions }: BulkBarProps<T>) {
  const t = useText();
  const i18n = useService(I18N);
  const run = usePluginCallback((action: BulkAction<T>) => action.run(list.pick(selection.ids)));
  const chooseAll = usePluginCallback(async () => {
    // When a page fails, the end of the list says so; what was loaded is selected.
    await list.rest();
    selection.replace(list.ids);
  });
  const all = Math.max(list.total ?? 0, list.ids.length);
  if (selection.size === 0) return null;
  return (
    <div className="rp-bulk" role="region" aria-label={t('shell:list.bulk')}>
      <span className="rp-bulk__count" role="status">
        {t('shell:list.chosen', { count: i18n.count(selection.size) })}
      </span>
      {selection.size < all && (
        <Button size="small" variant="quiet" busy={list.loading === 'more'} onClick={() => chooseAll()}>
          {t('shell:list.choose-rest', { count: i18n.count(all) })}
        </Button>
      )}
      <span className="rp-bulk__actions">
        {actions.map((action) => (
          <Button
            key={action.text}
            size="small"
            icon={action.icon}
            variant={action.danger === true ? 'danger' : 'secondary'}
            onClick={() => run(action)}
          >
            {action.text}
          </Button>
        ))}
      </span>
      <IconButton icon="close" size="small" label={t('shell:list.unchoose')} onClick={selection.clear} />
    </div>
  );
}

// observer() loses the type parameter.
/** The actions on the selection; shown while there is one. */
export const BulkBar = observer(DrawnBulkBar) as typeof DrawnBulkBar;
