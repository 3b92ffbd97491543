import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { FoldersStore } from '../list/FoldersStore.ts';
import { clockOf, formatOf, ratioOf } from '../parts/material-facts.ts';

/** What is known of a material. */
export const FactList = observer(function FactList({ material }: { material: Material }) {
  const t = useText();
  const i18n = useService(I18N);
  const folders = useStore(FoldersStore);
  const { kind, seconds, width, height, size, type, folderId, split, createdAt } = material;
  const { mixCount, mixedAt, publishCount, publishedAt } = material;
  const folder =
    folderId === null
      ? t('materials:folder.top')
      : folders
          .pathOf(folderId)
          .map(({ name }) => name)
          .join(' / ');
  const facts: [string, string, string?][] = [];
  if (seconds !== null) facts.push([t('materials:column.seconds'), clockOf(seconds), `${seconds.toFixed(2)} s`]);
  if (width !== null && height !== null) {
    facts.push([t('materials:fact.picture'), `${width} × ${height}`]);
    const ratio = ratioOf(material);
    if (ratio !== null && ratio !== `${width}×${height}`) facts.push([t('materials:column.ratio'), ratio]);
  }
  facts.push([t('materials:column.size'), i18n.bytes(size)]);
  facts.push([t('materials:fact.type'), formatOf(type)]);
  facts.push([t('materials:column.folder'), folder === '' ? '–' : folder]);
  if (kind === 'video') facts.push([t('materials:column.split'), t(`materials:split.${split}`)]);
  facts.push([
    t('materials:column.mixCount'),
    mixCount === 0 ? t('materials:never-mixed') : t('materials:mixed', { count: mixCount }),
  ]);
  if (mixedAt !== null) facts.push([t('materials:column.mixedAt'), i18n.ago(mixedAt), i18n.time(mixedAt)]);
  if (publishedAt !== null) {
    const times = t('materials:published', { count: publishCount });
    facts.push([t('materials:fact.published'), `${times} · ${i18n.ago(publishedAt)}`, i18n.time(publishedAt)]);
  }
  facts.push([t('materials:column.created'), i18n.ago(createdAt), i18n.time(createdAt)]);
  return (
    <dl className="rp-details__facts">
      {facts.map(([name, value, exact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={exact}>{value}</dd>
        </div>
      ))}
    </dl>
  );
});
