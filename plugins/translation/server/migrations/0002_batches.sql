CREATE TABLE "translation_batch_items" (
	"account_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"material_id" uuid NOT NULL,
	"language" text NOT NULL,
	"place" integer NOT NULL,
	"stage" text NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	"accepts" boolean DEFAULT false NOT NULL,
	"run_id" uuid,
	"made_id" uuid,
	"folder_id" uuid,
	"began_at" timestamp with time zone,
	"beside" integer DEFAULT 1 NOT NULL,
	"spent" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "translation_batch_items_batch_id_material_id_language_pk" PRIMARY KEY("batch_id","material_id","language")
);
--> statement-breakpoint
CREATE TABLE "translation_batch_videos" (
	"account_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"material_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"seconds" double precision,
	"state" text NOT NULL,
	"error" jsonb,
	"text_id" uuid,
	"run_id" uuid,
	"project_id" uuid,
	"began_at" timestamp with time zone,
	"beside" integer DEFAULT 1 NOT NULL,
	"spent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "translation_batch_videos_batch_id_material_id_pk" PRIMARY KEY("batch_id","material_id")
);
--> statement-breakpoint
CREATE TABLE "translation_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"options" jsonb NOT NULL,
	"languages" jsonb NOT NULL,
	"prices" jsonb NOT NULL,
	"folder_id" uuid,
	"reader" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "translation_batch_items" ADD CONSTRAINT "translation_batch_items_batch_id_translation_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."translation_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_batch_videos" ADD CONSTRAINT "translation_batch_videos_batch_id_translation_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."translation_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_batch_items_next" ON "translation_batch_items" USING btree ("batch_id","state","place");--> statement-breakpoint
CREATE INDEX "translation_batch_items_run" ON "translation_batch_items" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "translation_batch_videos_run" ON "translation_batch_videos" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "translation_batch_videos_project" ON "translation_batch_videos" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "translation_batches_newest" ON "translation_batches" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "translation_dubs_material" ON "translation_dubs" USING btree ("material_id");