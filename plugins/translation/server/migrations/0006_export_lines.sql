CREATE TABLE "translation_export_lines" (
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"language" text NOT NULL,
	"cues" jsonb NOT NULL,
	CONSTRAINT "translation_export_lines_run_id_language_pk" PRIMARY KEY("run_id","language")
);
--> statement-breakpoint
ALTER TABLE "translation_export_lines" ADD CONSTRAINT "translation_export_lines_run_id_core_tool_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."core_tool_runs"("id") ON DELETE cascade ON UPDATE no action;