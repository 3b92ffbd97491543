CREATE TABLE "publishing_choices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"adapter" text NOT NULL,
	"platform" text NOT NULL,
	"channel_id" uuid,
	"agreed" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "publishing_choices_ends" ON "publishing_choices" USING btree ("ends_at");