import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { MAX_POSTS, wishedPosts } from './plan-calls.ts';

const id = z.uuid();
const ofTask = z.strictObject({ id });
const time = z.iso.datetime();

/**
 * How far a post is. `planned` waits for its time; `checked` fits what its account takes, and goes out; `handover` waits for
 * somebody who posts it by hand; `uploading`; `processing` and `review` at the platform; `inbox` is a draft that its owner has
 * to finish in the app; then it is `published`, or `failed` with a cause.
 */
export const POST_STATES = [
  'planned',
  'checked',
  'handover',
  'uploading',
  'processing',
  'review',
  'inbox',
  'published',
  'failed',
  'cancelled',
] as const;
export type PostState = (typeof POST_STATES)[number];

/** What its owner can do about a post that failed. */
export const NEXT_STEPS = ['retry', 'authorise', 'host', 'change', 'operator', 'look'] as const;

/**
 * What is known of a link that somebody has pasted: its platform has said that it leads to a post; or it could not be asked,
 * so that only its host and its shape are known to be right.
 */
const LINK_PROOFS = ['platform', 'shape', 'twice'] as const;
export type LinkProof = (typeof LINK_PROOFS)[number];

const causeSchema = z.object({
  /** A sentence in the caller's language: what happened. */
  text: z.string(),
  /** Until when its platform takes no more of the account, where it says so. */
  until: time.nullable(),
  next: z.enum(NEXT_STEPS),
});

export const postSchema = z.object({
  id,
  taskId: id,
  channelId: id.nullable(),
  /** As the account was called, also after it was removed. */
  channel: shownName,
  platform: z.string(),
  /** What the service of its account is called, in the caller's language; null once that is gone. */
  service: z.string().nullable(),
  fileId: id.nullable(),
  /** The address of a picture of what a run has made, for some hours; null for a video of the library, which has its own. */
  picture: z.string().nullable(),
  name: shownName,
  title: z.string(),
  text: z.string(),
  state: z.enum(POST_STATES),
  isPaused: z.boolean(),
  /** Whether its time has passed while nothing could go out, and its owner is asked what to do. */
  isAsked: z.boolean(),
  /** Of the upload, 0 to 1. */
  progress: z.number(),
  /** When it is to go out. */
  at: time,
  link: z.string().nullable(),
  /** Null for a link that the platform has told itself. */
  linkProof: z.enum(LINK_PROOFS).nullable(),
  /** Its words as its owner enters them in the app, of one that is a draft in the `inbox`; null otherwise. */
  caption: z.string().nullable(),
  cause: causeSchema.nullable(),
  figures: z
    .object({
      views: z.number().int().nullable(),
      likes: z.number().int().nullable(),
      comments: z.number().int().nullable(),
      shares: z.number().int().nullable(),
      at: time,
    })
    .nullable(),
});
export type Post = z.output<typeof postSchema>;

/** The states of a task: nothing has gone out yet, some of it goes out, what is left waits for its time, all is over. */
export const TASK_STATES = ['unpublished', 'publishing', 'pending', 'published'] as const;

export const publishTaskSchema = z.object({
  id,
  name: shownName,
  /** Of the file of its first video, which is its cover. */
  coverId: id.nullable(),
  /** As {@link postSchema} has it, of its first video. */
  picture: z.string().nullable(),
  type: z.enum(['normal', 'scheduled']),
  state: z.enum(TASK_STATES),
  isPaused: z.boolean(),
  works: z.number().int(),
  accounts: z.number().int(),
  posts: z.number().int(),
  published: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** Those that its owner is asked about, as {@link postSchema} has it. */
  asked: z.number().int(),
  /** That have not gone out, so that they can be held back and called off. */
  waiting: z.number().int(),
  /** Of these, that wait for somebody who posts them by hand. */
  handover: z.number().int(),
  /** That are drafts which their owners have to finish. */
  inbox: z.number().int(),
  createdAt: time,
  /** When its next post goes out; those that its owner is asked about have no time. */
  nextAt: time.nullable(),
});
export type PublishTask = z.output<typeof publishTaskSchema>;

/** All of it is written, or none. */
export const publishPosts = defineCall({
  method: 'POST',
  path: '/api/publishing/tasks',
  summary: 'Plans posts, which then go out by themselves.',
  body: wishedPosts.extend({
    /** The same for every attempt to make this task. */
    key: z.uuid(),
    name: z.string().trim().min(1).max(100),
    /** Posts whose copy goes out in place of the video, as {@link planPosts} has said that it is made. */
    copies: z
      .array(z.strictObject({ fileId: id, channelId: id }))
      .max(MAX_POSTS)
      .default([]),
  }),
  data: publishTaskSchema,
});

export const listPublishTasks = defineCall({
  method: 'GET',
  path: '/api/publishing/tasks',
  summary: 'Lists publish tasks, newest first.',
  query: pageQuery,
  data: page(publishTaskSchema),
});

export const readPublishTask = defineCall({
  method: 'GET',
  path: '/api/publishing/tasks/:id',
  summary: 'Reads a publish task.',
  params: ofTask,
  data: publishTaskSchema,
});

export const listPosts = defineCall({
  method: 'GET',
  path: '/api/publishing/posts',
  summary: 'Lists posts by their time.',
  query: pageQuery.extend({
    task: id.optional(),
    channel: id.optional(),
    state: z.enum(POST_STATES).optional(),
    from: time.optional(),
    /** Not itself part of the period. */
    until: time.optional(),
  }),
  data: page(postSchema),
});

/** Cancelling cannot take back what has gone out. Retrying takes those that failed or were cancelled. */
export const steerTask = defineCall({
  method: 'POST',
  path: '/api/publishing/tasks/:id/:step',
  summary: 'Pauses, resumes, cancels or retries the posts of a task.',
  params: ofTask.extend({ step: z.enum(['pause', 'resume', 'cancel', 'retry']) }),
  data: publishTaskSchema,
});

/** Why posts of a task have failed: one cause of some of them, the most frequent first. */
const taskCauseSchema = causeSchema.omit({ until: true }).extend({
  code: z.string(),
  /** What the platform said, where that tells causes apart; empty otherwise. */
  reason: z.string(),
  count: z.number().int(),
});
export type TaskCause = z.output<typeof taskCauseSchema>;

export const listTaskCauses = defineCall({
  method: 'GET',
  path: '/api/publishing/tasks/:id/causes',
  summary: 'Lists why posts of a task have failed, and how many for each cause.',
  params: ofTask,
  data: z.object({ causes: z.array(taskCauseSchema) }),
});

export const retryCause = defineCall({
  method: 'POST',
  path: '/api/publishing/tasks/:id/retries',
  summary: 'Retries those posts of a task that have failed for one cause.',
  params: ofTask,
  /** As {@link listTaskCauses} has it. */
  body: z.strictObject({ code: z.string().max(200), reason: z.string().max(2_000) }),
  data: publishTaskSchema,
});

/** Those that {@link postSchema} calls asked. */
export const answerOverdue = defineCall({
  method: 'POST',
  path: '/api/publishing/tasks/:id/overdue',
  summary: 'Decides about posts whose time has passed while nothing could go out.',
  params: ofTask,
  /** They go out one by one, take the next times of the task (one by one where it has none), or are called off. */
  body: z.strictObject({ answer: z.enum(['now', 'next', 'cancel']) }),
  data: publishTaskSchema,
});

export const steerPost = defineCall({
  method: 'POST',
  path: '/api/publishing/posts/:id/:step',
  /** `there`: its owner has found at the platform what nobody knew of whether it is out. */
  summary: 'Cancels or retries a post, or says that it is at the platform.',
  params: ofTask.extend({ step: z.enum(['cancel', 'retry', 'there']) }),
  data: postSchema,
});

/** One that has not gone out yet; one that waits for somebody with a phone waits for its time again. */
export const movePost = defineCall({
  method: 'PATCH',
  path: '/api/publishing/posts/:id',
  summary: 'Moves a planned post to another time.',
  params: ofTask,
  body: z.strictObject({ at: time }),
  data: postSchema,
});
