ALTER TABLE "publishing_channels" ADD COLUMN "imported_as" text;--> statement-breakpoint
ALTER TABLE "publishing_connections" ADD COLUMN "channel_id" uuid;