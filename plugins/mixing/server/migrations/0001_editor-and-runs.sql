CREATE TABLE "mixing_paces" (
	"name" text PRIMARY KEY NOT NULL,
	"value" double precision NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mixing_previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"document" jsonb NOT NULL,
	"combination" jsonb NOT NULL,
	"state" text NOT NULL,
	"task_id" uuid NOT NULL,
	"file_id" uuid,
	"error" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "mixing_outputs_project";--> statement-breakpoint
DROP INDEX "mixing_runs_project";--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "error" jsonb;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "weight" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "poster_id" uuid;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_outputs" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_projects" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_projects" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "progress" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "progress_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "working_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "working_from" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "name_pattern" text DEFAULT '{project}-{nnn}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "mixing_runs" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "mixing_previews_digest" ON "mixing_previews" USING btree ("account_id","digest");--> statement-breakpoint
CREATE INDEX "mixing_previews_created" ON "mixing_previews" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mixing_projects_sample" ON "mixing_projects" USING btree ("account_id") WHERE "mixing_projects"."sample" and "mixing_projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "mixing_outputs_project" ON "mixing_outputs" USING btree ("project_id","state","run_id");--> statement-breakpoint
CREATE INDEX "mixing_runs_project" ON "mixing_runs" USING btree ("project_id","id");--> statement-breakpoint
UPDATE "mixing_runs" SET "progress" = 1, "ended_at" = "updated_at" WHERE "state" = 'done';--> statement-breakpoint
UPDATE "mixing_outputs" AS o SET "name" =
	coalesce(nullif(trim(regexp_replace(r."document" ->> 'name', '[<>:"/\\|?*[:cntrl:]]+', ' ', 'g'), ' .'), ''), 'video')
	|| '-' || lpad((o."position" + 1)::text, greatest(3, length((o."position" + 1)::text)), '0')
FROM "mixing_runs" AS r WHERE r."id" = o."run_id";
