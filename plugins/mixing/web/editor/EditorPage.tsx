import { useEffect, useState } from 'react';

import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useParams } from '#core/web/router/links.ts';

import { Editor } from './Editor.tsx';
import { EditorStore } from './store/EditorStore.ts';
import { OpenProjects } from './store/OpenProjects.ts';

/** The editor of a project, new or not. Its address may change beneath it. */
export default function EditorPage() {
  const projects = useStore(OpenProjects);
  const { id = null } = useParams();
  const [store, setStore] = useState<EditorStore | null>(null);
  useEffect(() => setStore(projects.of(id, (opened, tools) => new EditorStore(opened, tools))), [id, projects]);
  useEffect(() => (store === null ? undefined : projects.hold(store)), [store, projects]);
  return store === null ? <PageSkeleton plugin="mixing" /> : <Editor key={store.key} store={store} />;
}
