CREATE TABLE "translation_dubs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"language" text NOT NULL,
	"choice" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"report" jsonb,
	"material_id" uuid,
	"folder_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "translation_dubs" ADD CONSTRAINT "translation_dubs_project_id_translation_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."translation_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "translation_dubs_newest" ON "translation_dubs" USING btree ("project_id","language","id");