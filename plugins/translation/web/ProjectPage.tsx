import { observer } from '#core/web/react/observer.ts';
import { useParams } from '#core/web/router/links.ts';

import { CreatePage } from './create/CreatePage.tsx';
import { ReviewPage } from './review/ReviewPage.tsx';

/** A project, or without an id the beginning of one. */
export default observer(function ProjectPage() {
  const { id } = useParams();
  return id === undefined ? <CreatePage /> : <ReviewPage key={id} id={id} />;
});
