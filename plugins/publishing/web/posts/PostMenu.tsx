import type { ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem, MenuLink } from '#core/web/ui/DropdownMenu.tsx';
import type { FloatingTrigger } from '#core/web/ui/Floating.tsx';

import type { Post } from '#plugins/publishing/post-calls.ts';
import { AT } from '../links/addresses.ts';
import { daysLater } from '../fields/moment.ts';
import { PostActions } from './PostActions.ts';
import { isCancellable, isMovable, isRetriable } from './post-words.ts';

interface PostMenuProps {
  post: Post;
  /** Leads to the task, too; where posts of several are shown. */
  withTask?: boolean;
  trigger(properties: FloatingTrigger): ReactNode;
  onChanged(post: Post): void;
}

/** What can be done with one post: the way for whoever does not drag. */
export const PostMenu = observer(function PostMenu({ post, withTask = false, trigger, onChanged }: PostMenuProps) {
  const t = useText();
  const actions = useStore(PostActions);
  const ask = usePluginCallback(() => actions.ask(post, onChanged));
  const shift = usePluginCallback((days: number) => actions.move(post, daysLater(new Date(post.at), days), onChanged));
  const steer = usePluginCallback((step: 'cancel' | 'retry') => actions.steer(post, step, onChanged));
  const isEarlierPossible = daysLater(new Date(post.at), -1).getTime() > Date.now();
  return (
    <DropdownMenu label={t('publishing:posts.menu', { name: post.name })} trigger={trigger}>
      {isMovable(post) && (
        <MenuItem icon="calendar" onChoose={ask}>
          {t('publishing:posts.move')}
        </MenuItem>
      )}
      {isMovable(post) && isEarlierPossible && (
        <MenuItem icon="arrow-left" onChoose={() => shift(-1)}>
          {t('publishing:posts.day-earlier')}
        </MenuItem>
      )}
      {isMovable(post) && (
        <MenuItem icon="arrow-right" onChoose={() => shift(1)}>
          {t('publishing:posts.day-later')}
        </MenuItem>
      )}
      {isRetriable(post) && (
        <MenuItem icon="refresh" onChoose={() => steer('retry')}>
          {t('publishing:posts.retry')}
        </MenuItem>
      )}
      {isCancellable(post) && (
        <MenuItem icon="close" danger onChoose={() => steer('cancel')}>
          {t('publishing:posts.cancel')}
        </MenuItem>
      )}
      {withTask && (
        <MenuLink icon="list" to={AT.task(post.taskId)}>
          {t('publishing:posts.to-task')}
        </MenuLink>
      )}
    </DropdownMenu>
  );
});
