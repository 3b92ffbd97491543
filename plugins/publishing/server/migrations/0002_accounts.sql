CREATE TABLE "publishing_channel_users" (
	"channel_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "publishing_channel_users_channel_id_account_id_pk" PRIMARY KEY("channel_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "publishing_followers" (
	"channel_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"followers" integer NOT NULL,
	CONSTRAINT "publishing_followers_channel_id_day_pk" PRIMARY KEY("channel_id","day")
);
--> statement-breakpoint
DROP INDEX "publishing_posts_due";--> statement-breakpoint
ALTER TABLE "publishing_channels" ADD COLUMN "overdue" text DEFAULT 'now' NOT NULL;--> statement-breakpoint
ALTER TABLE "publishing_channels" ADD COLUMN "warned_days" integer;--> statement-breakpoint
ALTER TABLE "publishing_channels" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publishing_tasks" ADD COLUMN "when" jsonb DEFAULT '{"kind":"now"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "publishing_channel_users" ADD CONSTRAINT "publishing_channel_users_channel_id_publishing_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."publishing_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publishing_followers" ADD CONSTRAINT "publishing_followers_channel_id_publishing_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."publishing_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publishing_channel_users_account" ON "publishing_channel_users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "publishing_channels_ends" ON "publishing_channels" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "publishing_channels_looked" ON "publishing_channels" USING btree ("looked_at");--> statement-breakpoint
CREATE INDEX "publishing_posts_due" ON "publishing_posts" USING btree ("at") WHERE "publishing_posts"."state" = 'planned' and not "publishing_posts"."is_queued" and "publishing_posts"."asked_at" is null;