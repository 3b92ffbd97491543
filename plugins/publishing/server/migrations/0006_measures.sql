ALTER TABLE "publishing_posts" ADD COLUMN "measures" jsonb;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD COLUMN "started_at" timestamp with time zone;