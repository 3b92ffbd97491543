import { defineWeb } from '#core/web/define-web.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { RUN_EXPORTS } from '#core/web/runs/run-exports.ts';
import { RUN_OUTPUTS } from '#core/web/runs/run-outputs.ts';
import { RUN_STEPS } from '#core/web/runs/run-steps.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';
import { readWish } from '../calls.ts';
import { channelEnding, channelsChanged } from '../events.ts';
import { AT } from './links/addresses.ts';
import { ChannelsStore } from './channels/ChannelsStore.ts';
import { FiguresStore } from './figures/FiguresStore.ts';
import { PublishDraft } from './compose/PublishDraft.ts';
import { PublishPlan } from './compose/PublishPlan.ts';
import { Pictures } from './posts/Pictures.ts';
import { PostActions } from './posts/PostActions.ts';
import { PostsStore } from './posts/PostsStore.ts';

export default defineWeb({
  pages: {
    Channels: async () => ({ default: (await import('./pages.ts')).Channels }),
    Compose: async () => ({ default: (await import('./pages.ts')).Compose }),
    Tasks: async () => ({ default: (await import('./pages.ts')).Tasks }),
    Task: async () => ({ default: (await import('./pages.ts')).Task }),
    Figures: async () => ({ default: (await import('./pages.ts')).Figures }),
  },
  dialogs: {
    send: async () => ({ default: (await import('./parts.ts')).SendDialog }),
    connect: async () => ({ default: (await import('./pages.ts')).ConnectDialog }),
    choose: async () => ({ default: (await import('./pages.ts')).ChooseDialog }),
    import: async () => ({ default: (await import('./pages.ts')).ImportDialog }),
    group: async () => ({ default: (await import('./pages.ts')).GroupDialog }),
    move: async () => ({ default: (await import('./pages.ts')).MoveDialog }),
    phone: async () => ({ default: (await import('./pages.ts')).PhoneDialog }),
  },
  stores: [ChannelsStore, FiguresStore, PublishDraft, PublishPlan, PostsStore, PostActions, Pictures],
  commands: {
    async publish(context) {
      await context.get(ROUTER).go(AT.compose);
    },
    async tasks(context) {
      await context.get(ROUTER).go(AT.tasks);
    },
    async channels(context) {
      await context.get(ROUTER).go(AT.channels);
    },
  },
  activate(context) {
    context.own(
      context.get(EVENTS).on(channelEnding, ({ id, name, days }) => {
        context.get(TOASTS).show({
          ...{ kind: 'warning', duration: 0, canWait: true, key: `publishing.ending.${id}` },
          text: () => context.t('publishing:channels.ending-toast', { name, count: days }),
          action: {
            label: context.t('publishing:channels.authorise'),
            run: () => void context.get(ROUTER).go(`${AT.channels}?id=${id}`),
          },
        });
      }),
    );
    context.own(
      context.get(EVENTS).on(channelsChanged, ({ id, expired }) => {
        if (expired === undefined) return;
        context.get(TOASTS).show({
          ...{ kind: 'warning', duration: 0, canWait: true, key: `publishing.expired.${id}` },
          text: () => context.t('publishing:channels.refreshed-expired', { name: expired }),
          action: {
            label: context.t('publishing:channels.authorise'),
            run: () => void context.get(ROUTER).go(`${AT.channels}?id=${id}`),
          },
        });
      }),
    );
    context.contribute(RUN_OUTPUTS, {
      ...{ id: 'publish', title: 'publishing:compose.action', icon: 'globe' },
      async run({ runId, items }) {
        await context.store(PublishDraft).taken.takeRun(runId, items);
        await context.get(ROUTER).go(items === null ? `${AT.compose}?run=${runId}` : AT.compose);
      },
    });
    context.contribute(MATERIAL_ACTIONS, {
      ...{
        id: 'publish',
        title: 'publishing:compose.action',
        icon: 'globe',
        kinds: ['video'],
        order: 10,
        pictures: 'kept',
      },
      async run(materials) {
        context.store(PublishDraft).taken.addMaterials(materials);
        await context.get(ROUTER).go(AT.compose);
      },
    });
    context.contribute(RUN_OUTPUTS, {
      ...{ id: 'send', title: 'publishing:send.action', icon: 'send' },
      async run({ count, runId, items }) {
        const { askAndSend } = await import('./parts.ts');
        await askAndSend(context, count, { runId, ...(items === null ? {} : { items: [...items] }) });
      },
    });
    context.contribute(MATERIAL_ACTIONS, {
      ...{ id: 'send', title: 'publishing:send.action', icon: 'send', kinds: ['video', 'image'], pictures: 'kept' },
      async run(materials) {
        const { askAndSend } = await import('./parts.ts');
        await askAndSend(context, materials.length, { materials: materials.map(({ id }) => id) });
      },
    });
    context.contribute(RUN_EXPORTS, {
      ...{ id: 'list', title: 'publishing:list.title', icon: 'list' },
      async make(outputs) {
        const { listFile } = await import('./parts.ts');
        return await listFile(context, outputs);
      },
    });
    context.contribute(RUN_STEPS, {
      ...{ id: 'send', title: 'publishing:wish.title', icon: 'send' },
      async read(runId, signal) {
        const { target } = await context
          .get(HTTP)
          .call(readWish, { params: { id: runId } }, { signal, handlesErrors: true });
        if (target === null) return null;
        return context.t(target.usable ? 'publishing:wish.chosen' : 'publishing:wish.lost', { target: target.title });
      },
      async choose(runId) {
        const { askAndWish } = await import('./parts.ts');
        await askAndWish(context, runId);
      },
    });
    context.contribute(TASK_WORK, {
      stages: {
        'publishing.send': 'publishing:job.send',
        'publishing.post': 'publishing:job.post',
        'publishing.due': 'publishing:job.due',
        'publishing.figures': 'publishing:job.figures',
        'publishing.watch': 'publishing:job.watch',
      },
    });
  },
});
