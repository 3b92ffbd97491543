ALTER TABLE "publishing_posts" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD COLUMN "progress" real DEFAULT 0 NOT NULL;