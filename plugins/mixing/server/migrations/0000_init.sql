CREATE TABLE "mixing_outputs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"shots" jsonb NOT NULL,
	"title" text,
	"file_id" uuid,
	"facts" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mixing_projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"document" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mixing_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"document" jsonb NOT NULL,
	"count" integer NOT NULL,
	"planned" integer,
	"share" integer,
	"seed" integer NOT NULL,
	"state" text NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"remaining" integer DEFAULT 0 NOT NULL,
	"plan" jsonb,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"certificate" jsonb,
	"error" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD CONSTRAINT "mixing_outputs_project_id_mixing_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."mixing_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD CONSTRAINT "mixing_outputs_run_id_mixing_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mixing_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD CONSTRAINT "mixing_runs_project_id_mixing_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."mixing_projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mixing_outputs_run" ON "mixing_outputs" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "mixing_outputs_project" ON "mixing_outputs" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "mixing_projects_account" ON "mixing_projects" USING btree ("account_id","updated_at");--> statement-breakpoint
CREATE INDEX "mixing_runs_account" ON "mixing_runs" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "mixing_runs_project" ON "mixing_runs" USING btree ("project_id");