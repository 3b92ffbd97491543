import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { Editable } from '../fields/Editable.tsx';
import { applyTemplate } from '../store/apply-template.ts';
import { clipsOf } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { PRODUCT_TEMPLATES, projectOfTemplate } from './product-templates.ts';
import { OwnTemplate } from './OwnTemplate.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { Templates } from './Templates.ts';
import './TemplateGallery.css';

/** In place of the preview: what a project can begin with, or be given later, and none of it as well. */
export const TemplateGallery = observer(function TemplateGallery() {
  const t = useText();
  const store = useEditor();
  const templates = useStore(Templates);
  const { value, failure, load } = useFollowed(templates.live);
  const { project, isEmpty, choice } = store;
  const save = usePluginCallback(() => templates.save(project));
  const use = (template: MixProject): void => {
    store.edit(applyTemplate(template));
    store.work.select({ kind: 'project' });
    choice.close();
  };
  const own = value?.filter((template) => template.own) ?? [];
  const shared = value?.filter((template) => !template.own) ?? [];

  return (
    <section className="rp-ed-templates" aria-label={t('mixing:templates.open')}>
      <header>
        <h2>{t(isEmpty ? 'mixing:templates.title' : 'mixing:templates.title-change')}</h2>
        <Button size="small" onClick={choice.close}>
          {t(isEmpty ? 'mixing:templates.empty' : 'mixing:templates.keep')}
        </Button>
        {!isEmpty && (
          <Editable>
            <Button size="small" icon="plus" busy={templates.isSaving} onClick={save}>
              {t('mixing:templates.save')}
            </Button>
          </Editable>
        )}
        {!isEmpty && <p>{t('mixing:templates.clips', { count: clipsOf(project.groups) })}</p>}
      </header>
      {failure !== null && value === null && (
        <LoadError text={t('mixing:templates.unread')} error={failure.error} onRetry={() => void load()} />
      )}
      <Editable>
        {own.length > 0 && <h3>{t('mixing:templates.own')}</h3>}
        {own.length > 0 && (
          <ul>
            {own.map((template) => (
              <OwnTemplate key={template.id} template={template} onUse={() => use(template.document)} />
            ))}
          </ul>
        )}
        {shared.length > 0 && <h3>{t('mixing:templates.shared')}</h3>}
        {shared.length > 0 && (
          <ul>
            {shared.map(({ id, name, document, owner }) => (
              <TemplateCard
                key={id}
                {...{ name, document }}
                about={t('mixing:templates.by', { name: owner })}
                onUse={() => use(document)}
              />
            ))}
          </ul>
        )}
        {own.length + shared.length > 0 && <h3>{t('mixing:templates.product')}</h3>}
        <ul>
          {PRODUCT_TEMPLATES.map((template) => {
            const { ratio, resolution, fit } = project;
            const document = { ...projectOfTemplate(template, t), ratio, resolution, fit };
            return (
              <TemplateCard
                key={template.id}
                {...{ document, name: t(template.name), about: t(template.about) }}
                onUse={() => use(document)}
              />
            );
          })}
        </ul>
      </Editable>
    </section>
  );
});
