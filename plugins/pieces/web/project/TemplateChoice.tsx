import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { TemplateRow } from '#plugins/pieces/calls.ts';
import { templateAt } from '../lists/addresses.ts';
import { PiecesLists } from '../lists/PiecesLists.ts';
import { ProjectDraft } from './ProjectDraft.ts';

/** The template that is chosen, or the first one; null while there is none. */
export function chosenTemplate(templates: readonly TemplateRow[] | null, id: string | null): TemplateRow | null {
  return templates?.find((template) => template.id === id) ?? templates?.[0] ?? null;
}

/** By which template videos are cut, and into how many projects. */
export const TemplateChoice = observer(function TemplateChoice() {
  const t = useText();
  const draft = useStore(ProjectDraft);
  const { templates, removeTemplate } = useStore(PiecesLists);
  const router = useService(ROUTER);
  const dialogs = useService(DIALOGS);
  const isReadOnly = useReadOnly();
  const { value, failure, load } = templates;
  const chosen = chosenTemplate(value, draft.template);
  const remove = async ({ id, name }: TemplateRow): Promise<void> => {
    const question = { title: 'pieces:template.delete-title', text: 'pieces:template.delete-text' } as const;
    const words = { params: { name }, confirm: 'pieces:template.delete', destructive: true } as const;
    if (await dialogs.confirm({ ...question, ...words })) await removeTemplate(id);
  };
  return (
    <section className="rp-pieces-choice" aria-label={t('pieces:template.choose')}>
      <h2>{t('pieces:template.choose')}</h2>
      {failure !== null && value === null && (
        <LoadError text={t('pieces:templates-unread')} error={failure.error} onRetry={() => void load()} />
      )}
      {value === null && failure === null && <Skeleton shape="rows" count={2} soon />}
      {value !== null && value.length === 0 && <p>{t('pieces:template.none')}</p>}
      {value !== null && chosen !== null && (
        <RadioGroup
          label={t('pieces:template.choose')}
          labelHidden
          value={chosen.id}
          options={value.map(({ id, name, slots }) => ({
            ...{ value: id, text: name, hint: t('pieces:slot-count', { count: slots.length }) },
          }))}
          onChange={draft.useTemplate}
        />
      )}
      <div className="rp-pieces-choice__buttons">
        <Button
          size="small"
          icon="plus"
          disabled={isReadOnly}
          variant={value !== null && value.length === 0 ? 'primary' : 'secondary'}
          onClick={() => void router.go(templateAt())}
        >
          {t('pieces:template.new')}
        </Button>
        {chosen !== null && (
          <>
            <IconButton
              icon="edit"
              size="small"
              label={t('pieces:template.edit', { name: chosen.name })}
              disabled={isReadOnly}
              onClick={() => void router.go(templateAt(chosen.id))}
            />
            <IconButton
              icon="trash"
              size="small"
              label={t('pieces:template.remove', { name: chosen.name })}
              disabled={isReadOnly}
              onClick={() => void remove(chosen)}
            />
          </>
        )}
      </div>
      {draft.videos.length > 1 && (
        <RadioGroup
          label={t('pieces:each')}
          value={draft.each}
          options={[
            { value: 'together', text: t('pieces:each-together') },
            { value: 'video', text: t('pieces:each-video') },
          ]}
          onChange={draft.setEach}
        />
      )}
      <NumberField
        label={t(draft.each === 'video' && draft.videos.length > 1 ? 'pieces:count-each' : 'pieces:count')}
        hint={t('pieces:count-hint')}
        value={draft.count}
        min={1}
        max={draft.mostEach}
        digits={0}
        onChange={(count) => count !== null && draft.setCount(count)}
      />
    </section>
  );
});
