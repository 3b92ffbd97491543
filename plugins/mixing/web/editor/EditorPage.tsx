import { useEffect, useState } from 'react';

import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useParams, useSearchParams } from '#core/web/router/links.ts';

import { Editor } from './Editor.tsx';
import { EditorStore } from './store/EditorStore.ts';
import { CHOOSE, OpenProjects } from './store/OpenProjects.ts';

/** The editor of a project, new or not. Its address may change beneath it. */
export default function EditorPage() {
  const projects = useStore(OpenProjects);
  const { id = null } = useParams();
  const [query, setQuery] = useSearchParams();
  const isChoosing = query.has(CHOOSE);
  const [store, setStore] = useState<EditorStore | null>(null);
  useEffect(() => setStore(projects.of(id, (opened, tools) => new EditorStore(opened, tools))), [id, projects]);
  useEffect(() => (store === null ? undefined : projects.hold(store)), [store, projects]);
  useEffect(() => {
    if (store === null || !isChoosing) return;
    store.choice.open();
    setQuery({}, { replace: true });
  }, [store, isChoosing, setQuery]);
  return store === null ? <PageSkeleton plugin="mixing" /> : <Editor key={store.key} store={store} />;
}
