CREATE TABLE "voices_clones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	"language" text NOT NULL,
	"text" text,
	"seconds" double precision NOT NULL,
	"copies" jsonb NOT NULL,
	"consent_kind" text NOT NULL,
	"consent_name" text NOT NULL,
	"consent_sentence" text NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voices_recordings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"error" jsonb,
	"facts" jsonb,
	"voice_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "voices_recordings" ADD CONSTRAINT "voices_recordings_file_id_core_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."core_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voices_clones_newest" ON "voices_clones" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "voices_recordings_account" ON "voices_recordings" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "voices_recordings_voice" ON "voices_recordings" USING btree ("voice_id");--> statement-breakpoint
CREATE INDEX "voices_recordings_file" ON "voices_recordings" USING btree ("file_id");