CREATE TABLE "materials_publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "materials_items" ADD COLUMN "publish_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "materials_items" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "materials_publications_hash" ON "materials_publications" USING btree ("account_id","hash");