CREATE TABLE "publishing_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"adapter" text NOT NULL,
	"platform" text NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"picture" text,
	"followers" integer,
	"group" text,
	"phone" text,
	"remark" text,
	"state" text NOT NULL,
	"tokens" text NOT NULL,
	"renew_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"last_post_at" timestamp with time zone,
	"connected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publishing_connections" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"adapter" text NOT NULL,
	"redirect" text NOT NULL,
	"keep" text,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publishing_figures" (
	"post_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"views" bigint,
	"likes" bigint,
	"comments" bigint,
	"shares" bigint,
	CONSTRAINT "publishing_figures_post_id_at_pk" PRIMARY KEY("post_id","at")
);
--> statement-breakpoint
CREATE TABLE "publishing_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"channel_id" uuid,
	"channel_name" text NOT NULL,
	"platform" text NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"topics" jsonb NOT NULL,
	"audience" text,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"is_queued" boolean DEFAULT false NOT NULL,
	"claim" uuid,
	"hold_id" uuid,
	"saved" text,
	"committed_at" timestamp with time zone,
	"remote" text,
	"link" text,
	"cause" jsonb,
	"published_at" timestamp with time zone,
	"figures" jsonb,
	"figures_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "publishing_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publishing_figures" ADD CONSTRAINT "publishing_figures_post_id_publishing_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."publishing_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD CONSTRAINT "publishing_posts_task_id_publishing_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."publishing_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD CONSTRAINT "publishing_posts_channel_id_publishing_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."publishing_channels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "publishing_channels_owner" ON "publishing_channels" USING btree ("account_id","adapter","owner_id");--> statement-breakpoint
CREATE INDEX "publishing_channels_renew" ON "publishing_channels" USING btree ("renew_at");--> statement-breakpoint
CREATE INDEX "publishing_connections_ends" ON "publishing_connections" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "publishing_posts_task" ON "publishing_posts" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "publishing_posts_time" ON "publishing_posts" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "publishing_posts_channel" ON "publishing_posts" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "publishing_posts_due" ON "publishing_posts" USING btree ("at") WHERE "publishing_posts"."state" = 'planned' and not "publishing_posts"."is_queued";--> statement-breakpoint
CREATE INDEX "publishing_posts_deadline" ON "publishing_posts" USING btree ("deadline") WHERE "publishing_posts"."state" not in ('published', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX "publishing_posts_remote" ON "publishing_posts" USING btree ("platform","remote");--> statement-breakpoint
CREATE UNIQUE INDEX "publishing_posts_once" ON "publishing_posts" USING btree ("channel_id","file_id") WHERE "publishing_posts"."state" not in ('failed', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "publishing_tasks_key" ON "publishing_tasks" USING btree ("account_id","key");--> statement-breakpoint
CREATE INDEX "publishing_tasks_newest" ON "publishing_tasks" USING btree ("account_id","created_at","id");