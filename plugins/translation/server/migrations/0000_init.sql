CREATE TABLE "translation_answers" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_answers_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "translation_glossaries" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"terms" jsonb NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_lines" (
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"cue" text NOT NULL,
	"position" integer NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"speaker" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "translation_lines_project_id_cue_pk" PRIMARY KEY("project_id","cue")
);
--> statement-breakpoint
CREATE TABLE "translation_memory" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"target" text NOT NULL,
	"grams" integer[] NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"text_id" uuid NOT NULL,
	"text_revision" integer NOT NULL,
	"material_id" uuid,
	"name" text NOT NULL,
	"seconds" double precision,
	"from" text NOT NULL,
	"tone" text NOT NULL,
	"about" text NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "translation_targets" (
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"language" text NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	CONSTRAINT "translation_targets_project_id_language_pk" PRIMARY KEY("project_id","language")
);
--> statement-breakpoint
CREATE TABLE "translation_texts" (
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"language" text NOT NULL,
	"cue" text NOT NULL,
	"text" text NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"score" integer,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "translation_texts_project_id_language_cue_pk" PRIMARY KEY("project_id","language","cue")
);
--> statement-breakpoint
ALTER TABLE "translation_lines" ADD CONSTRAINT "translation_lines_project_id_translation_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."translation_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_projects" ADD CONSTRAINT "translation_projects_material_id_core_files_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."core_files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_targets" ADD CONSTRAINT "translation_targets_project_id_translation_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."translation_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translation_texts" ADD CONSTRAINT "translation_texts_project_id_translation_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."translation_projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "translation_memory_exact" ON "translation_memory" USING btree ("account_id","from","to","key");--> statement-breakpoint
CREATE INDEX "translation_memory_near" ON "translation_memory" USING gin ("grams");--> statement-breakpoint
CREATE INDEX "translation_projects_newest" ON "translation_projects" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "translation_projects_material" ON "translation_projects" USING btree ("material_id");