CREATE TABLE "publishing_phone_links" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid NOT NULL,
	"seed" uuid NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "publishing_phone_links_ends" ON "publishing_phone_links" USING btree ("ends_at");