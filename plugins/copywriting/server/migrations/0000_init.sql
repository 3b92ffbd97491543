CREATE TABLE "copywriting_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"material_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" bigint,
	"seconds" double precision,
	"origin" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	"run_id" uuid,
	"cues" jsonb NOT NULL,
	"body" text NOT NULL,
	"tags" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "copywriting_texts" ADD CONSTRAINT "copywriting_texts_material_id_core_files_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."core_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copywriting_texts_newest" ON "copywriting_texts" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "copywriting_texts_run" ON "copywriting_texts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "copywriting_texts_material" ON "copywriting_texts" USING btree ("material_id");