CREATE TABLE "publishing_news" (
	"hash" text PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publishing_channels" ADD COLUMN "agreed_by" text;--> statement-breakpoint
ALTER TABLE "publishing_posts" ADD COLUMN "is_checked_soon" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "publishing_news_ends" ON "publishing_news" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "publishing_channels_news" ON "publishing_channels" USING btree ("adapter","owner_id");--> statement-breakpoint
CREATE INDEX "publishing_channels_agreed" ON "publishing_channels" USING btree ("adapter","agreed_by");