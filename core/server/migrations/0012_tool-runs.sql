CREATE TABLE "core_tool_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"round" integer NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"sources" jsonb NOT NULL,
	"params" jsonb,
	"cost" double precision NOT NULL,
	"bytes" double precision,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"poster_id" uuid,
	"facts" jsonb,
	"error" jsonb,
	"task_id" uuid,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_tool_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"tool" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"settings" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"price" jsonb,
	"round" integer DEFAULT 0 NOT NULL,
	"planned_at" timestamp with time zone,
	"facts" jsonb,
	"error" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"progress_at" timestamp with time zone,
	"working_since" timestamp with time zone,
	"working_from" double precision DEFAULT 0 NOT NULL,
	"task_id" uuid,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "core_tool_items" ADD CONSTRAINT "core_tool_items_run_id_core_tool_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."core_tool_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_tool_items_run" ON "core_tool_items" USING btree ("run_id","position");--> statement-breakpoint
CREATE INDEX "core_tool_runs_account" ON "core_tool_runs" USING btree ("account_id","tool","id");--> statement-breakpoint
CREATE INDEX "core_tool_runs_expiry" ON "core_tool_runs" USING btree ("expires_at") WHERE "core_tool_runs"."expires_at" is not null;