CREATE TABLE "segmentation_videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"found" jsonb,
	"format" text NOT NULL,
	"error" jsonb,
	"edit" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "segmentation_videos" ADD CONSTRAINT "segmentation_videos_id_core_files_id_fk" FOREIGN KEY ("id") REFERENCES "public"."core_files"("id") ON DELETE cascade ON UPDATE no action;