CREATE TABLE "pieces_projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	"materials" uuid[] NOT NULL,
	"slots" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pieces_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"slots" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pieces_videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"has_text" boolean NOT NULL,
	"footage" jsonb,
	"format" text NOT NULL,
	"error" jsonb
);
--> statement-breakpoint
ALTER TABLE "pieces_videos" ADD CONSTRAINT "pieces_videos_id_core_files_id_fk" FOREIGN KEY ("id") REFERENCES "public"."core_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pieces_projects_account" ON "pieces_projects" USING btree ("account_id","updated_at");--> statement-breakpoint
CREATE INDEX "pieces_projects_materials" ON "pieces_projects" USING gin ("materials");--> statement-breakpoint
CREATE INDEX "pieces_templates_account" ON "pieces_templates" USING btree ("account_id","updated_at");