import { useEffect, useState } from 'react';

import { LateOutline } from '#core/web/components/LateOutline.tsx';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useWatched } from '#core/web/react/use-watched.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { Editor } from './Editor.tsx';
import { EditorStore } from './store/EditorStore.ts';
import { OpenProjects } from './store/OpenProjects.ts';

/** The editor of a project, new or not. Its address may change beneath it. */
export default function EditorPage() {
  const router = useService(ROUTER);
  const projects = useStore(OpenProjects);
  const id = useWatched(() => (router.route?.page === 'Editor' ? (router.route.params['id'] ?? null) : undefined));
  const [store, setStore] = useState<EditorStore | null>(null);
  useEffect(() => {
    // The address is another page's already; this one is about to go.
    if (id !== undefined) setStore(projects.of(id, (opened, tools) => new EditorStore(opened, tools)));
  }, [id, projects]);
  useEffect(() => (store === null ? undefined : projects.hold(store)), [store, projects]);
  return store === null ? <LateOutline plugin="mixing" /> : <Editor key={store.key} store={store} />;
}
