CREATE TABLE "core_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role_code" integer NOT NULL,
	"operator" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"device_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "core_sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "core_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"account_id" text,
	"request_id" text,
	"ip" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "core_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"data" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_blobs" (
	"hash" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_job_clock" (
	"job" text PRIMARY KEY NOT NULL,
	"virtual_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_job_shares" (
	"job" text NOT NULL,
	"account_id" uuid NOT NULL,
	"finish_tag" bigint NOT NULL,
	CONSTRAINT "core_job_shares_job_account_id_pk" PRIMARY KEY("job","account_id")
);
--> statement-breakpoint
CREATE TABLE "core_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"job" text NOT NULL,
	"subject_id" text,
	"state" text NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"seconds_left" real,
	"attempt" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"payload" jsonb,
	"attempts" integer NOT NULL,
	"queue_id" uuid NOT NULL,
	"claim" integer DEFAULT -1 NOT NULL,
	"tag" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "core_sessions" ADD CONSTRAINT "core_sessions_account_id_core_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."core_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "core_files" ADD CONSTRAINT "core_files_hash_core_blobs_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."core_blobs"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "core_sessions_account_id_index" ON "core_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "core_sessions_expires_at_index" ON "core_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "core_audit_at_index" ON "core_audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "core_audit_account_id_at_index" ON "core_audit" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "core_audit_action_at_index" ON "core_audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "core_limits_expires_at_index" ON "core_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "core_events_account_id_id_index" ON "core_events" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "core_events_created_at_index" ON "core_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "core_files_account" ON "core_files" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "core_files_hash" ON "core_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "core_tasks_account_id_created_at_index" ON "core_tasks" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "core_tasks_account_id_subject_id_index" ON "core_tasks" USING btree ("account_id","subject_id");--> statement-breakpoint
CREATE INDEX "core_tasks_state_job_index" ON "core_tasks" USING btree ("state","job");