import { observer } from '#core/web/react/observer.ts';
import { useParams } from '#core/web/router/links.ts';

import { BatchListPage } from './BatchListPage.tsx';
import { BatchPage } from './BatchPage.tsx';
import { NewBatchPage } from './NewBatchPage.tsx';

/** A batch, the beginning of one, or without an id all of them. */
export default observer(function BatchPages() {
  const { id } = useParams();
  if (id === undefined) return <BatchListPage />;
  return id === 'new' ? <NewBatchPage /> : <BatchPage key={id} id={id} />;
});
